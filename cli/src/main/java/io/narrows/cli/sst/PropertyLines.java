package io.narrows.cli.sst;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.TableReader;
import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** Prints the properties of a file. Values that are not numbers are formatted like the bytes of keys. */
final class PropertyLines {
    private static final String LINE = "%-64s %s%n";

    private PropertyLines() {}

    static void table(Path file, TableReader table, PrintWriter out) {
        out.println(file);
        out.printf(LINE, "format version", table.formatVersion());
        out.printf(LINE, "checksum", table.checksum().name().toLowerCase(Locale.ROOT));
        out.printf(LINE, "bytes", table.fileSize());
        TableProperties properties = table.properties();
        properties.raw().forEach((name, value) -> {
            OptionalLong number = properties.numeric(name);
            out.printf(LINE, name, number.isPresent() ? Long.toUnsignedString(number.getAsLong()) : text(value));
        });
        out.println();
        out.flush();
    }

    static void json(Path file, TableReader table, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("file", file.toString());
            json.writeNumberField("format_version", table.formatVersion());
            json.writeStringField("checksum", table.checksum().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("bytes", table.fileSize());
            json.writeObjectFieldStart("properties");
            for (var property : table.properties().raw().entrySet()) {
                OptionalLong number = table.properties().numeric(property.getKey());
                json.writeFieldName(property.getKey());
                if (number.isPresent()) {
                    json.writeNumber(Long.toUnsignedString(number.getAsLong()));
                } else {
                    json.writeString(text(property.getValue()));
                }
            }
            json.writeEndObject();
        });
        lines.flush();
    }

    private static String text(byte[] value) {
        return Notation.TEXT.show(Slice.of(value));
    }
}
