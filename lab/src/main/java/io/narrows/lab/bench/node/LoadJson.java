package io.narrows.lab.bench.node;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.WatchFigures;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;

/** Writes the results of a load as JSON: one object on one line. */
final class LoadJson {
    private static final double MICROS = 1e6;

    private LoadJson() {}

    static void write(LoadFigures figures, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            JsonLines.decimal(json, "seconds", figures.seconds(), 3);
            JsonLines.decimal(json, "writes_per_second", figures.writesPerSecond(), 1);
            JsonLines.decimal(json, "reads_per_second", figures.readsPerSecond(), 1);
            latencies(json, "write", figures.writes());
            latencies(json, "read", figures.reads());
            latencies(json, "keep_alive", figures.keepAlives());
            operations(json, "done", figures.done());
            operations(json, "failed", figures.failed());
            json.writeNumberField("conflicts", figures.conflicts());
            json.writeObjectFieldStart("errors");
            for (Map.Entry<String, Long> error : figures.errors().entrySet()) {
                json.writeNumberField(error.getKey(), error.getValue());
            }
            json.writeEndObject();
            json.writeNumberField("written_bytes", figures.writtenBytes());
            json.writeNumberField("read_bytes", figures.readBytes());
            watch(json, figures.watch());
            JsonLines.decimal(json, "cpu_seconds", figures.cpuSeconds(), 3);
        });
        lines.flush();
    }

    private static void operations(JsonGenerator json, String name, Map<Operation, Long> counts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Operation operation : Operation.values()) {
            json.writeNumberField(operation.toString().replace('-', '_'), counts.getOrDefault(operation, 0L));
        }
        json.writeEndObject();
    }

    private static void watch(JsonGenerator json, WatchFigures watch) throws IOException {
        json.writeNumberField("watches", watch.watches());
        json.writeNumberField("watch_events", watch.events());
        json.writeNumberField("watch_events_missing", watch.missing());
        json.writeNumberField("watch_breaks", watch.breaks());
        latencies(json, "watch_lag", watch.lag());
    }

    private static void latencies(JsonGenerator json, String of, LatencyFigures latencies) throws IOException {
        json.writeNumberField(of + "_count", latencies.count());
        JsonLines.decimal(json, of + "_p50_micros", latencies.p50() * MICROS, 1);
        JsonLines.decimal(json, of + "_p99_micros", latencies.p99() * MICROS, 1);
        JsonLines.decimal(json, of + "_p999_micros", latencies.p999() * MICROS, 1);
        JsonLines.decimal(json, of + "_max_micros", latencies.max() * MICROS, 1);
    }
}
