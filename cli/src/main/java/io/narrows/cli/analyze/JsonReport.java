package io.narrows.cli.analyze;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Writes analyses as JSON: one object. */
final class JsonReport {
    private JsonReport() {}

    static void write(List<Analysis> analyses, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeArrayFieldStart("inputs");
            for (Analysis analysis : analyses) {
                write(analysis, json);
            }
            json.writeEndArray();
        });
        lines.flush();
    }

    private static void write(Analysis analysis, JsonGenerator json) throws IOException {
        Traffic traffic = analysis.traffic();
        json.writeStartObject();
        json.writeStringField("name", traffic.name());
        json.writeNumberField("bytes", traffic.bytes());
        json.writeNumberField("reads", traffic.reads());
        json.writeNumberField("streams", traffic.streams().size());
        json.writeArrayFieldStart("codecs");
        for (CodecFigures line : analysis.lines()) {
            json.writeStartObject();
            json.writeStringField("codec", line.spec().toString());
            write("per_read", line.perRead(), json);
            write("stream", line.stream(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(String name, Optional<Figures> figures, JsonGenerator json) throws IOException {
        if (figures.isEmpty()) {
            json.writeNullField(name);
        } else {
            write(name, figures.get(), json);
        }
    }

    private static void write(String name, Figures figures, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("bytes", figures.bytesOut());
        JsonLines.decimal(json, "ratio", figures.ratio(), 4);
        JsonLines.decimal(json, "compress_mb_per_s", figures.compressMegabytesPerSecond(), 1);
        JsonLines.decimal(json, "uncompress_mb_per_s", figures.uncompressMegabytesPerSecond(), 1);
        json.writeEndObject();
    }
}
