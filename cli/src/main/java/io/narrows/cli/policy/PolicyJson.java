package io.narrows.cli.policy;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.config.Compression;
import io.narrows.config.Rule;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Writes a policy's choices as JSON: an object per peer and class. */
public final class PolicyJson {
    private PolicyJson() {}

    public static void write(List<PolicyCell> cells, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        cells.forEach(cell -> lines.line(json -> write(cell, json)));
        lines.flush();
    }

    private static void write(PolicyCell cell, JsonGenerator json) throws IOException {
        json.writeStringField("peer", cell.traffic().peer().value());
        json.writeStringField("class", cell.traffic().trafficClass().name());
        json.writeStringField("tier", cell.traffic().tier().label());
        writeRule(cell, json);
        Compression compression = cell.choice().compression();
        writeCodec(compression, json);
        json.writeNumberField(
                "linger_us", TimeUnit.NANOSECONDS.toMicros(compression.linger().toNanos()));
        json.writeNumberField("min_size_bytes", compression.minSize());
        json.writeBooleanField("shared_history", compression.sharedHistory());
        json.writeStringField("primed", compression.priming().label());
        json.writeStringField("dictionary", compression.dictionary().label());
        json.writeArrayFieldStart("unpack");
        for (String format : compression.formats()) {
            json.writeString(format);
        }
        json.writeEndArray();
        json.writeNumberField("usd_sent", cell.price().sentPerGb());
        json.writeNumberField("usd_received", cell.price().receivedPerGb());
        json.writeStringField("usd_per", cell.price().unit().label());
    }

    /** Writes the codec; null for the level and the window if the sidecar chooses. */
    private static void writeCodec(Compression compression, JsonGenerator json) throws IOException {
        if (compression.auto()) {
            json.writeStringField("codec", "auto");
            json.writeNullField("level");
            json.writeNullField("window_bytes");
            return;
        }
        json.writeStringField("codec", compression.spec().codec().label());
        json.writeNumberField("level", compression.spec().level());
        json.writeNumberField("window_bytes", 1L << compression.spec().windowLog());
    }

    /** Writes the rule; null if none matches. */
    private static void writeRule(PolicyCell cell, JsonGenerator json) throws IOException {
        json.writeFieldName("rule");
        if (cell.choice().rule().isEmpty()) {
            json.writeNull();
            return;
        }
        Rule rule = cell.choice().rule().get();
        json.writeStartObject();
        json.writeNumberField("number", rule.number());
        json.writeStringField("place", rule.place().toString());
        json.writeEndObject();
    }
}
