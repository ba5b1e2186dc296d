package io.narrows.lab.bench.db;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.ToDoubleFunction;

/** Writes a comparison as JSON: a line per benchmark, with the medians of both engines. */
final class ComparisonJson {
    private final Comparison comparison;

    private ComparisonJson(Comparison comparison) {
        this.comparison = comparison;
    }

    static void write(Comparison comparison, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        for (int i = 0; i < comparison.benchmarks().size(); i++) {
            int benchmark = i;
            lines.line(json -> new ComparisonJson(comparison).write(benchmark, json));
        }
        lines.flush();
    }

    private void write(int benchmark, JsonGenerator json) throws IOException {
        json.writeStringField("benchmark", comparison.benchmarks().get(benchmark));
        json.writeNumberField("rounds", comparison.rounds());
        write("ops_per_second", benchmark, Figures::operationsPerSecond, json);
        write("ops_per_cpu_second", benchmark, Figures::operationsPerCpuSecond, json);
        write("p50_micros", benchmark, Figures::p50Micros, json);
        write("p99_micros", benchmark, Figures::p99Micros, json);
        write("p999_micros", benchmark, Figures::p999Micros, json);
        write("disk_bytes", benchmark, Figures::diskBytes, json);
    }

    private void write(String name, int benchmark, ToDoubleFunction<Figures> figure, JsonGenerator json)
            throws IOException {
        Pair pair = comparison.pair(benchmark, figure);
        json.writeObjectFieldStart(name);
        JsonLines.decimal(json, "narrows", pair.medianOfNarrows(), 3);
        JsonLines.decimal(json, "rocksdb", pair.medianOfRocksDb(), 3);
        if (!Double.isNaN(pair.ratio())) {
            JsonLines.decimal(json, "ratio", pair.ratio(), 4);
        }
        json.writeEndObject();
    }
}
