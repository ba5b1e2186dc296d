package io.narrows.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * A column of a table.
 *
 * @param cell from a row and all rows of its table
 */
record Column(String title, BiFunction<Summary, List<Summary>, String> cell) {
    private static final String NOTHING = "-";

    /** Returns a column with a figure of the row. */
    static Column of(String title, Metric metric) {
        return new Column(
                title,
                (row, rows) ->
                        row.spread(metric).map(spread -> spread.text(metric)).orElse(NOTHING));
    }

    /** Returns a column with the row's median as a multiple of another peer's, warm if that one has both. */
    static Column times(String peer, Metric metric) {
        return new Column(
                "x " + peer,
                (row, rows) -> rows.stream()
                        .filter(other -> other.peer().equals(peer) && other.state() == Run.State.WARM)
                        .findFirst()
                        .flatMap(other -> other.spread(metric))
                        .filter(other -> other.median() > 0)
                        .flatMap(other -> row.spread(metric).map(own -> own.median() / other.median()))
                        .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                        .orElse(NOTHING));
    }
}
