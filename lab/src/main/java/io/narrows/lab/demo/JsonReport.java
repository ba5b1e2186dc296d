package io.narrows.lab.demo;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.lab.sidecar.Counters;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Writes JSON: one object per line. Unmeasured values are null. */
final class JsonReport implements Report {
    private final JsonLines lines;

    JsonReport(PrintWriter out) {
        this.lines = new JsonLines(out);
    }

    @Override
    public void begin(Topology topology) {
        line(json -> {
            json.writeStringField("event", "begin");
            json.writeArrayFieldStart("metrics");
            json.writeString(topology.near().metrics().toString());
            json.writeString(topology.far().metrics().toString());
            json.writeEndArray();
            json.writeArrayFieldStart("pages");
            json.writeString(topology.near().page().toString());
            json.writeString(topology.far().page().toString());
            json.writeEndArray();
        });
    }

    @Override
    public void live(LiveFigures figures) {
        line(json -> {
            json.writeStringField("event", "second");
            write(figures, figures.mismatches(), json);
        });
    }

    @Override
    public void carried(LiveFigures whole) {
        // Part of the summary.
    }

    @Override
    public void tried(List<CodecFigures> codecs) {
        // Part of the summary.
    }

    @Override
    public void summary(LiveFigures whole, List<CodecFigures> codecs, long mismatches) {
        line(json -> {
            json.writeStringField("event", "summary");
            write(whole, mismatches, json);
            json.writeArrayFieldStart("codecs");
            for (CodecFigures codec : codecs) {
                write(codec, json);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("payoffs");
            for (Payoff payoff : Payoff.ofDensest(codecs)) {
                write(payoff, json);
            }
            json.writeEndArray();
        });
    }

    private static void write(Payoff payoff, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("codec", payoff.codec());
        json.writeStringField("instead_of", payoff.insteadOf());
        number(json, "bytes_saved_per_byte", payoff.bytesSaved());
        number(json, "more_cpu_seconds_per_gb", payoff.cpuSecondsPerGb());
        number(json, "cross_zone_usd_per_gb", payoff.crossZoneUsdPerGb());
        number(json, "cross_region_usd_per_gb", payoff.crossRegionUsdPerGb());
        number(json, "break_even_core_hour_usd", payoff.breakEvenCoreHour());
        number(json, "pays_up_to_bytes_per_second", payoff.paysUpTo());
        json.writeEndObject();
    }

    private static void write(LiveFigures figures, long mismatches, JsonGenerator json) throws IOException {
        number(json, "seconds", figures.seconds());
        writeBytes(figures.total(), json);
        json.writeNumberField("checked_bytes", figures.equalBytes());
        json.writeNumberField("mismatches", mismatches);
        json.writeNumberField("connections", figures.connections());
        number(json, "latency_p50_seconds", figures.p50());
        number(json, "latency_p99_seconds", figures.p99());
        number(json, "saved_usd_per_month", figures.savedUsdPerMonth());
        number(json, "cpu_usd_per_month", figures.cpuUsdPerMonth());
        number(json, "baseline_usd", figures.bill().baselineUsd());
        number(json, "wire_usd", figures.bill().wireUsd());
        number(json, "cpu_usd", figures.bill().cpuUsd());
        number(json, "start_cpu_usd", figures.bill().startUsd());
        number(json, "cpu_seconds", figures.bill().cpuSeconds());
        number(json, "net_usd", figures.bill().netUsd());
        number(json, "codec_cpu_cores", figures.codecCores());
        number(json, "cpu_cores", figures.cpuCores());
        json.writeArrayFieldStart("links");
        for (FlowFigures flow : figures.flows()) {
            write(flow, json);
        }
        json.writeEndArray();
    }

    private static void write(FlowFigures flow, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("from", flow.route().from());
        json.writeStringField("to", flow.route().to());
        json.writeStringField("class", flow.route().trafficClass());
        json.writeStringField("codec", flow.codec());
        writeBytes(flow.counted(), json);
        number(json, "saved_percent", flow.counted().savedPercent());
        number(json, "saved_usd_per_month", flow.savedUsdPerMonth());
        number(json, "latency_p50_seconds", flow.p50());
        number(json, "latency_p99_seconds", flow.p99());
        number(json, "codec_cpu_cores", flow.codecCores());
        json.writeEndObject();
    }

    private static void write(CodecFigures codec, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("codec", codec.codec());
        writeBytes(codec.counted(), json);
        json.writeNumberField("mismatches", codec.mismatches());
        number(json, "saved_percent", codec.counted().savedPercent());
        number(json, "latency_p50_seconds", codec.p50());
        number(json, "latency_p99_seconds", codec.p99());
        number(json, "cpu_cores", codec.cpuCores());
        number(json, "baseline_usd_per_month", codec.baselineUsdPerMonth());
        number(json, "wire_usd_per_month", codec.wireUsdPerMonth());
        number(json, "cpu_usd_per_month", codec.cpuUsdPerMonth());
        number(json, "net_usd_per_month", codec.netUsdPerMonth());
        json.writeEndObject();
    }

    private static void writeBytes(Counters counted, JsonGenerator json) throws IOException {
        json.writeNumberField("app_bytes", Math.round(counted.appBytes()));
        json.writeNumberField("wire_bytes", Math.round(counted.wireBytes()));
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isNaN(value)) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }

    private void line(JsonLines.Fields fields) {
        lines.line(fields);
        lines.flush();
    }
}
