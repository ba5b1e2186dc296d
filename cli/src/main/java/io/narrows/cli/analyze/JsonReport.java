package io.narrows.cli.analyze;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.PackedFormat;
import io.narrows.terminal.output.JsonLines;
import io.narrows.unpack.PieceCounts;
import io.narrows.unpack.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
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
        write(analysis.lines(), json);
        if (analysis.unpacked().pieces().pieces() == 0) {
            json.writeNullField("unpack");
        } else {
            json.writeObjectFieldStart("unpack");
            write(analysis.unpacked().pieces(), json);
            write(analysis.unpackedLines(), json);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void write(PieceCounts pieces, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("formats");
        for (PackedFormat format : pieces.formats()) {
            json.writeString(format.keyword());
        }
        json.writeEndArray();
        json.writeNumberField("pieces", pieces.pieces());
        json.writeNumberField("bytes", pieces.bytes());
        json.writeNumberField("unpacked_bytes", pieces.unpackedBytes());
        json.writeObjectFieldStart("recipes");
        for (Map.Entry<String, Long> recipe : pieces.recipes().entrySet()) {
            json.writeNumberField(recipe.getKey(), recipe.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("reasons");
        for (Map.Entry<Refusal, Long> reason : pieces.refusals().entrySet()) {
            json.writeNumberField(reason.getKey().label(), reason.getValue());
        }
        json.writeEndObject();
    }

    private static void write(List<CodecFigures> lines, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("codecs");
        for (CodecFigures line : lines) {
            json.writeStartObject();
            json.writeStringField("codec", line.spec().toString());
            write("per_read", line.perRead(), json);
            write("stream", line.stream(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
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
