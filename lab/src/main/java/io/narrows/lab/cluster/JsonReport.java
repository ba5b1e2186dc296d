package io.narrows.lab.cluster;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.sidecar.Counters;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes JSON: one object per line. Unmeasured values are null. */
final class JsonReport implements ClusterReport {
    private final JsonLines lines;

    JsonReport(PrintWriter out) {
        this.lines = new JsonLines(out);
    }

    @Override
    public void begin(Layout layout) {
        line(json -> {
            json.writeStringField("event", "begin");
            json.writeArrayFieldStart("members");
            for (Member member : layout.members()) {
                json.writeStartObject();
                json.writeStringField("id", member.id());
                json.writeStringField("zone", member.zone());
                json.writeStringField("client", member.clientAddress().toString());
                json.writeStringField("page", member.page().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    @Override
    public void live(ClusterFigures soFar) {
        event("second", soFar);
    }

    @Override
    public void carried(ClusterFigures whole) {
        event("summary", whole);
    }

    @Override
    public void tried(List<ClusterFigures> policies, int left) {
        event("policy", policies.get(policies.size() - 1));
    }

    @Override
    public void compared(List<ClusterFigures> policies) {
        // Each policy has been written already.
    }

    private void event(String name, ClusterFigures figures) {
        line(json -> {
            json.writeStringField("event", name);
            json.writeStringField("policy", figures.name());
            write(json, figures);
        });
    }

    private static void write(JsonGenerator json, ClusterFigures figures) throws IOException {
        load(json, figures.load());
        bytes(json, figures.total());
        json.writeFieldName("packets");
        packets(json, figures.packets().values().stream().reduce(Long::sum).orElse(null));
        costs(json, figures);
        links(json, figures);
        classes(json, figures);
    }

    private static void load(JsonGenerator json, LoadFigures load) throws IOException {
        JsonLines.decimal(json, "seconds", load.seconds(), 3);
        JsonLines.decimal(json, "writes_per_second", load.writesPerSecond(), 1);
        json.writeNumberField("write_count", load.writes().count());
        JsonLines.decimal(json, "write_p50_seconds", load.writes().p50(), 6);
        JsonLines.decimal(json, "write_p99_seconds", load.writes().p99(), 6);
        json.writeNumberField(
                "failed",
                load.failed().values().stream().mapToLong(Long::longValue).sum());
    }

    private static void costs(JsonGenerator json, ClusterFigures figures) throws IOException {
        JsonLines.decimal(json, "sidecar_cpu_cores", figures.sidecarCores(), 4);
        JsonLines.decimal(json, "store_cpu_cores", figures.storeCores(), 4);
        JsonLines.decimal(json, "wire_gb_per_month", figures.wireGbPerMonth(), 3);
        JsonLines.decimal(json, "baseline_usd_per_month", figures.baselineUsdPerMonth(), 4);
        JsonLines.decimal(json, "wire_usd_per_month", figures.wireUsdPerMonth(), 4);
        JsonLines.decimal(json, "cpu_usd_per_month", figures.cpuUsdPerMonth(), 4);
        JsonLines.decimal(json, "net_usd_per_month", figures.netUsdPerMonth(), 4);
    }

    private static void links(JsonGenerator json, ClusterFigures figures) throws IOException {
        json.writeArrayFieldStart("links");
        for (LinkTotals totals : LinkTotals.byLink(figures.counted().sidecars())) {
            json.writeStartObject();
            json.writeStringField("link", totals.link());
            bytes(json, totals.counted());
            json.writeFieldName("packets");
            packets(json, figures.packets().get(totals.link()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void classes(JsonGenerator json, ClusterFigures figures) throws IOException {
        json.writeArrayFieldStart("classes");
        for (LinkTotals totals : LinkTotals.byClass(figures.counted().sidecars())) {
            json.writeStartObject();
            json.writeStringField("link", totals.link());
            json.writeStringField("class", totals.trafficClass());
            json.writeStringField("codec", totals.codec());
            bytes(json, totals.counted());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void bytes(JsonGenerator json, Counters counted) throws IOException {
        json.writeNumberField("app_bytes", Math.round(counted.appBytes()));
        json.writeNumberField("wire_bytes", Math.round(counted.wireBytes()));
    }

    private static void packets(JsonGenerator json, @Nullable Long count) throws IOException {
        if (count == null) {
            json.writeNull();
        } else {
            json.writeNumber(count);
        }
    }

    private void line(JsonLines.Fields fields) {
        lines.line(fields);
        lines.flush();
    }
}
