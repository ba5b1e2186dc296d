package io.narrows.lab.bench.db;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Writes results as JSON, one object per line. {@link #read} parses them. */
final class JsonReport implements Report {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonLines lines;

    JsonReport(PrintWriter out) {
        this.lines = new JsonLines(out);
    }

    @Override
    public void result(EngineKind engine, Figures figures, Histogram nanos) {
        lines.line(json -> {
            json.writeStringField("engine", engine.toString());
            json.writeStringField("benchmark", figures.benchmark());
            json.writeNumberField("operations", figures.operations());
            JsonLines.decimal(json, "thread_seconds", figures.threadSeconds(), 6);
            JsonLines.decimal(json, "seconds", figures.seconds(), 6);
            JsonLines.decimal(json, "cpu_seconds", figures.cpuSeconds(), 3);
            json.writeNumberField("bytes", figures.bytes());
            JsonLines.decimal(json, "ops_per_second", figures.operationsPerSecond(), 1);
            JsonLines.decimal(json, "ops_per_cpu_second", figures.operationsPerCpuSecond(), 1);
            JsonLines.decimal(json, "p50_micros", figures.p50Micros(), 3);
            JsonLines.decimal(json, "p99_micros", figures.p99Micros(), 3);
            JsonLines.decimal(json, "p999_micros", figures.p999Micros(), 3);
            json.writeNumberField("disk_bytes", figures.diskBytes());
            json.writeStringField("note", figures.note());
        });
        lines.flush();
    }

    @Override
    public void statistics(EngineKind engine, String text) {
        lines.line(json -> {
            json.writeStringField("engine", engine.toString());
            json.writeStringField("statistics", text);
        });
        lines.flush();
    }

    /**
     * Parses the figures of a line; empty if it has none.
     *
     * @throws IOException if it is not such a line
     */
    static Optional<Figures> read(String line) throws IOException {
        Map<String, String> fields = fields(line);
        if (fields.containsKey("statistics")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Figures(
                    Objects.requireNonNull(fields.get("benchmark")),
                    Long.parseLong(fields.get("operations")),
                    Double.parseDouble(fields.get("thread_seconds")),
                    Double.parseDouble(fields.get("seconds")),
                    Double.parseDouble(fields.get("cpu_seconds")),
                    Long.parseLong(fields.get("bytes")),
                    Double.parseDouble(fields.get("p50_micros")),
                    Double.parseDouble(fields.get("p99_micros")),
                    Double.parseDouble(fields.get("p999_micros")),
                    Long.parseLong(fields.get("disk_bytes")),
                    Objects.requireNonNull(fields.get("note"))));
        } catch (NumberFormatException | NullPointerException e) {
            throw new IOException("not a benchmark result: " + line, e);
        }
    }

    private static Map<String, String> fields(String line) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, parser.getText());
            }
        }
        return fields;
    }
}
