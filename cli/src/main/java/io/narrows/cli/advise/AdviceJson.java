package io.narrows.cli.advise;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Writes the estimates and the proposed rules as JSON: one object. */
final class AdviceJson {
    private AdviceJson() {}

    static void write(List<Sidecar> sidecars, List<Proposal> proposals, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeArrayFieldStart("sidecars");
            for (Sidecar sidecar : sidecars) {
                write(sidecar, json);
            }
            json.writeEndArray();
            json.writeNumberField("least_bytes", Proposal.LEAST_BYTES);
            json.writeArrayFieldStart("rules");
            for (Proposal proposal : proposals) {
                if (proposal.cheapest().isPresent()) {
                    Candidate cheapest = proposal.cheapest().get();
                    json.writeStartObject();
                    write(proposal.kind(), cheapest.spec(), json);
                    write(proposal.formats(cheapest), json);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        });
        lines.flush();
    }

    private static void write(Sidecar sidecar, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("admin", sidecar.admin());
        json.writeStringField("node", sidecar.node());
        json.writeBooleanField("what_if", sidecar.active());
        json.writeStringField("tariff", sidecar.tariff());
        json.writeNumberField("usd_per_core_hour", sidecar.usdPerCoreHour());
        json.writeArrayFieldStart("estimates");
        for (Estimate estimate : sidecar.estimates()) {
            Costs costs = estimate.costs();
            json.writeStartObject();
            write(estimate.kind(), estimate.spec(), json);
            write(estimate.unpack().stream().map(PackedFormat::keyword).toList(), json);
            json.writeNumberField("app_bytes", costs.appBytes());
            json.writeNumberField("wire_bytes", costs.wireBytes());
            json.writeNumberField("codec_seconds", costs.codecSeconds());
            json.writeNumberField("rebuild_seconds", costs.rebuildSeconds());
            json.writeNumberField("wire_usd", costs.wireUsd());
            json.writeNumberField("cpu_usd", costs.cpuUsd());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(List<String> formats, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("unpack");
        for (String format : formats) {
            json.writeString(format);
        }
        json.writeEndArray();
    }

    private static void write(Kind kind, CodecSpec candidate, JsonGenerator json) throws IOException {
        json.writeStringField("peer", kind.peer().value());
        json.writeStringField("class", kind.trafficClass().name());
        json.writeStringField("codec", candidate.codec().label());
        json.writeNumberField("level", candidate.level());
    }
}
