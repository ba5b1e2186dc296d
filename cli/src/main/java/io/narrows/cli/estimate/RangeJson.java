package io.narrows.cli.estimate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.estimate.flow.CodecRange;
import io.narrows.estimate.flow.DistanceLine;
import io.narrows.estimate.flow.KeepAliveLine;
import io.narrows.estimate.flow.RangeReport;
import io.narrows.estimate.flow.TrafficMatrix;
import io.narrows.estimate.flow.Zone;
import io.narrows.estimate.flow.ZonePath;
import io.narrows.estimate.measured.Range;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/** Writes the fields of an estimate of traffic whose content is unknown. */
public final class RangeJson {
    private static final int GB_DIGITS = 6;
    private static final int USD_DIGITS = 4;

    private final RangeReport report;
    private final JsonGenerator json;

    public RangeJson(RangeReport report, JsonGenerator json) {
        this.report = report;
        this.json = json;
    }

    /** @param source of the traffic, in words */
    public void write(String source) throws IOException {
        json.writeStringField("source", source);
        json.writeStringField("like", report.settings().kind().label());
        json.writeBooleanField("tls", report.settings().encryptedLinks());
        json.writeStringField("tariff", report.settings().tariff().name());
        json.writeStringField("gb", report.unit());
        JsonLines.decimal(json, "usd_without", report.usdWithout(), USD_DIGITS);
        range("usd_policy", report.usdWithPolicy(), USD_DIGITS);
        range("usd_saved", report.usdWithPolicy().from(report.usdWithout()), USD_DIGITS);
        if (report.best().isPresent()) {
            json.writeStringField("best_codec", report.best().get().toString());
        } else {
            json.writeNullField("best_codec");
        }
        if (report.auto().isPresent()) {
            json.writeStringField("policy_auto", report.auto().get().label());
        } else {
            json.writeNullField("policy_auto");
        }
        distances();
        keepAlive();
        codecs();
        places();
        strings("figures", report.sources());
    }

    private void distances() throws IOException {
        json.writeArrayFieldStart("distances");
        for (DistanceLine line : report.lines()) {
            json.writeStartObject();
            json.writeStringField("tier", line.tier().label());
            JsonLines.decimal(json, "app_gb_per_month", line.appGb(), GB_DIGITS);
            JsonLines.decimal(json, "usd_without", line.usdWithout(), USD_DIGITS);
            codec(line.chosen());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void codec(CodecRange codec) throws IOException {
        json.writeStringField("codec", codec.spec().toString());
        range("wire_gb_per_month", codec.wireGb(), GB_DIGITS);
        range("usd_traffic", codec.usdTraffic(), USD_DIGITS);
        range("usd_cpu", codec.usdCpu(), USD_DIGITS);
    }

    private void keepAlive() throws IOException {
        json.writeArrayFieldStart("idle_links");
        for (KeepAliveLine line : report.keepAlive()) {
            json.writeStartObject();
            json.writeStringField("tier", line.tier().label());
            JsonLines.decimal(json, "pairs", line.pairs(), 0);
            range("gb_per_month", line.gb(), GB_DIGITS);
            range("usd", line.usd(), USD_DIGITS);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void codecs() throws IOException {
        json.writeArrayFieldStart("codecs");
        for (CodecRange codec : report.codecs()) {
            json.writeStartObject();
            codec(codec);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void places() throws IOException {
        TrafficMatrix matrix = report.matrix();
        json.writeArrayFieldStart("zones");
        for (Map.Entry<Zone, Integer> entry : matrix.nodes().entrySet()) {
            json.writeStartObject();
            json.writeStringField("region", entry.getKey().region());
            json.writeStringField("zone", entry.getKey().zone());
            json.writeNumberField("nodes", entry.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("traffic");
        for (Map.Entry<ZonePath, Double> entry : matrix.bytesPerSecond().entrySet()) {
            json.writeStartObject();
            json.writeStringField("from", entry.getKey().from().toString());
            json.writeStringField("to", entry.getKey().to().toString());
            json.writeStringField("tier", entry.getKey().tier().label());
            JsonLines.decimal(json, "bytes_per_second", entry.getValue(), 3);
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonLines.decimal(json, "unknown_bytes_per_second", matrix.unknownBytesPerSecond(), 3);
        strings("unknown_names", matrix.unknownNames());
    }

    private void strings(String name, Collection<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    private void range(String name, Range range, int digits) throws IOException {
        json.writeObjectFieldStart(name);
        JsonLines.decimal(json, "low", range.low(), digits);
        JsonLines.decimal(json, "high", range.high(), digits);
        json.writeEndObject();
    }
}
