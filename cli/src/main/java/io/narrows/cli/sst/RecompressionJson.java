package io.narrows.cli.sst;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;

/** Writes a recompression as JSON: one line. Values without a measurement are null. */
final class RecompressionJson {
    private RecompressionJson() {}

    static void write(Recompression result, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("file", result.file().toString());
            json.writeNumberField("data_blocks", result.sample().ofBlocks());
            json.writeNumberField("plain_bytes", result.sample().ofBytes());
            json.writeNumberField("tried_plain_bytes", result.sample().fileBytes());
            json.writeNumberField("tried_stored_bytes", result.sample().storedBytes());
            if (result.blockSize().isPresent()) {
                json.writeNumberField("block_size", result.blockSize().getAsInt());
            }
            if (result.dictionaryBytes().isPresent()) {
                json.writeNumberField(
                        "dictionary_bytes", result.dictionaryBytes().getAsInt());
            }
            json.writeArrayFieldStart("codecs");
            for (TrialFigures line : result.lines()) {
                write(line, json);
            }
            json.writeEndArray();
        });
        lines.flush();
    }

    private static void write(TrialFigures line, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("codec", line.spec().toString());
        json.writeNumberField("plain_bytes", line.plainBytes());
        json.writeNumberField("bytes", line.storedBytes());
        JsonLines.decimal(json, "ratio", line.ratio(), 4);
        json.writeNumberField("blocks_shrunk", line.kept());
        rate("compress_mb_per_s", line.compressMegabytesPerSecond(), json);
        rate("uncompress_mb_per_s", line.uncompressMegabytesPerSecond(), json);
        json.writeEndObject();
    }

    private static void rate(String name, double megabytesPerSecond, JsonGenerator json) throws IOException {
        if (megabytesPerSecond == 0) {
            json.writeNullField(name);
        } else {
            JsonLines.decimal(json, name, megabytesPerSecond, 1);
        }
    }
}
