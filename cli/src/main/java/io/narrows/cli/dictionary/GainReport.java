package io.narrows.cli.dictionary;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.terminal.output.Columns;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The gains of a dictionary on pieces of traffic.
 *
 * @param pieces those measured; none if nothing was measured
 * @param continued how many of them continue connections that the dictionary was trained on, if that is known
 * @param gains of each codec
 */
record GainReport(List<Piece> pieces, OptionalInt continued, List<Gain> gains) {
    private static final Columns COLUMNS = new Columns("  %-9s %14s %14s %9s");

    /**
     * Writes the counts and a line for each codec.
     *
     * @param traffic describes the traffic of the pieces
     */
    void writeTable(String traffic, PrintWriter out) {
        if (pieces.isEmpty()) {
            out.println("not measured: too few connections to hold any back");
            return;
        }
        long connections = Piece.connections(pieces);
        out.printf(
                Locale.ROOT,
                "measured on %s: %,d parts (one direction each) of %,d connection%s, %,d bytes%n",
                traffic,
                pieces.size(),
                connections,
                connections == 1 ? "" : "s",
                Piece.bytes(pieces));
        continued.ifPresent(parts ->
                out.printf(Locale.ROOT, "%,d of these parts continue connections that it was trained on%n", parts));
        out.println(COLUMNS.line("codec", "bytes without", "bytes with", "saved"));
        for (Gain gain : gains) {
            out.println(COLUMNS.line(
                    gain.spec(),
                    String.format(Locale.ROOT, "%,d", gain.bytesWithout()),
                    String.format(Locale.ROOT, "%,d", gain.bytesWith()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * gain.saved())));
        }
    }

    /** Writes the fields {@code measured} and {@code codecs}; neither if nothing was measured. */
    void writeJson(JsonGenerator json) throws IOException {
        if (pieces.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("measured");
        json.writeNumberField("parts", pieces.size());
        json.writeNumberField("connections", Piece.connections(pieces));
        if (continued.isPresent()) {
            json.writeNumberField("continued_parts", continued.getAsInt());
        }
        json.writeNumberField("bytes", Piece.bytes(pieces));
        json.writeEndObject();
        json.writeArrayFieldStart("codecs");
        for (Gain gain : gains) {
            json.writeStartObject();
            json.writeStringField("codec", gain.spec().toString());
            json.writeNumberField("bytes_without", gain.bytesWithout());
            json.writeNumberField("bytes_with", gain.bytesWith());
            JsonLines.decimal(json, "saved", gain.saved(), 4);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
