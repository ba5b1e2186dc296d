package io.narrows.estimate.measured;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.estimate.csv.CsvCell;
import java.util.Arrays;
import java.util.List;

/**
 * A figure of the documentation.
 *
 * @param traffic the recording, or a word that the measure defines
 * @param page path of the page
 * @param section heading above the table
 * @param row the first cells of the table's row
 * @param column the heading of the figure's column, after those to its left that it needs to be the only one
 * @param text the figure as the row has it
 */
record Figure(
        Measure measure,
        String traffic,
        CodecSpec spec,
        String page,
        String section,
        String row,
        String column,
        String text) {
    private static final String SAVED = " %";

    static Figure of(List<CsvCell> cells) {
        return new Figure(
                Measure.of(cells.get(0).text()),
                cells.get(1).text(),
                spec(cells.get(2).text()),
                cells.get(3).text(),
                cells.get(4).text(),
                cells.get(5).text(),
                cells.get(6).text(),
                cells.get(7).text());
    }

    private static CodecSpec spec(String text) {
        String[] parts = text.split(":", 2);
        Codec codec = Arrays.stream(Codec.values())
                .filter(each -> each.label().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        return parts.length == 1 ? CodecSpec.of(codec) : CodecSpec.of(codec, Integer.parseInt(parts[1]));
    }

    boolean isOf(TrafficKind kind) {
        return kind == TrafficKind.ANY || kind.label().equals(traffic);
    }

    /** Returns the number; a percentage says how much was saved, and becomes the rest. */
    double value() {
        return text.endsWith(SAVED)
                ? 1 - Double.parseDouble(text.substring(0, text.length() - SAVED.length())) / 100
                : Double.parseDouble(text);
    }

    /** Returns {@code docs/benchmarks.md, etcd-timed}. */
    String source() {
        return page + ", " + section.replace("`", "");
    }
}
