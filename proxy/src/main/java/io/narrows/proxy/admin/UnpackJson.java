package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.config.Config;
import io.narrows.proxy.meter.UnpackFigures;
import java.io.IOException;

/**
 * Renders the counts of pieces that applications compressed as JSON: those that links carried unpacked by recipe, those that were
 * sent as they were by reason, and the processor time.
 */
final class UnpackJson {
    private static final String[] UNPACKED = {"peer", "direction", "format", "recipe", "pieces", "bytes"};
    private static final String[] PACKED = {"peer", "format", "reason", "pieces", "bytes"};
    private static final String[] WORK = {"peer", "direction", "cpu_seconds"};

    private UnpackJson() {}

    static String render(Config config, UnpackFigures figures) {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeStringField("node", config.node().id().value());
            json.writeBooleanField("unpack", config.unpacks());
            beginTable(json, "unpacked", UNPACKED);
            for (UnpackFigures.Unpacked row : figures.unpacked()) {
                write(json, row);
            }
            json.writeEndArray();
            beginTable(json, "packed", PACKED);
            for (UnpackFigures.Packed row : figures.packed()) {
                write(json, row);
            }
            json.writeEndArray();
            beginTable(json, "work", WORK);
            for (UnpackFigures.Work row : figures.work()) {
                write(json, row);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void beginTable(JsonGenerator json, String name, String[] columns) throws IOException {
        json.writeFieldName(name + "_columns");
        json.writeArray(columns, 0, columns.length);
        json.writeArrayFieldStart(name);
    }

    private static void write(JsonGenerator json, UnpackFigures.Unpacked row) throws IOException {
        json.writeStartArray();
        json.writeString(row.peer().value());
        json.writeString(row.direction().label());
        json.writeString(row.format().keyword());
        json.writeString(row.recipe());
        json.writeNumber(row.pieces());
        json.writeNumber(row.bytes());
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, UnpackFigures.Packed row) throws IOException {
        json.writeStartArray();
        json.writeString(row.peer().value());
        json.writeString(row.format());
        json.writeString(row.reason());
        json.writeNumber(row.pieces());
        json.writeNumber(row.bytes());
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, UnpackFigures.Work row) throws IOException {
        json.writeStartArray();
        json.writeString(row.peer().value());
        json.writeString(row.direction().label());
        JsonText.writeRounded(json, row.cpuNanos() / 1e9);
        json.writeEndArray();
    }
}
