package io.narrows.cli.sst;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;

/** Prints verdicts as JSON, one line per file. */
final class JsonVerdicts implements VerdictPrinter {
    private final JsonLines lines;

    JsonVerdicts(PrintWriter out) {
        this.lines = new JsonLines(out);
    }

    @Override
    public void print(Verdict verdict) {
        lines.line(json -> {
            json.writeStringField("file", verdict.file().toString());
            json.writeBooleanField("ok", verdict.isOk());
            if (verdict.contents().isPresent()) {
                write(verdict.contents().get(), json);
            }
            json.writeArrayFieldStart("troubles");
            for (TableProblem problem : verdict.problems()) {
                write(problem, json);
            }
            json.writeEndArray();
        });
        lines.flush();
    }

    private static void write(Verdict.Contents contents, JsonGenerator json) throws IOException {
        json.writeNumberField("format_version", contents.formatVersion());
        json.writeStringField("checksum", contents.checksum());
        json.writeNumberField("bytes", contents.bytes());
        json.writeNumberField("entries", contents.entries());
        json.writeNumberField("data_blocks", contents.dataBlocks());
    }

    private static void write(TableProblem problem, JsonGenerator json) throws IOException {
        json.writeStartObject();
        if (problem.place().isPresent()) {
            json.writeNumberField("offset", problem.place().get().offset());
            json.writeStringField("kind", problem.place().get().kind().label());
        }
        json.writeStringField("message", problem.message());
        json.writeEndObject();
    }
}
