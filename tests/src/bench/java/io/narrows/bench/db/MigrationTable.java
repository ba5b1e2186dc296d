package io.narrows.bench.db;

import io.narrows.bench.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** A Markdown table of codec changes. */
final class MigrationTable {
    private static final List<Double> SHARES = List.of(0.5, 0.9, 1.0);
    private static final double MEGA = 1e6;
    private static final double MICROS = 1e3;
    private static final double PERCENTILE = 99;

    private MigrationTable() {}

    static String of(List<Migration.Result> results) {
        List<String> titles = new ArrayList<>(List.of("stored MB before", "at the end", "of it " + Migration.TO));
        SHARES.forEach(share -> titles.add("s until " + percent(share)));
        titles.addAll(List.of("write p99 µs before", "write p99 µs after"));
        MarkdownTable table = MarkdownTable.ofFigures("idle time", titles);
        results.forEach(result -> table.row(result.idle() ? "rewrites files" : "is not used", cells(result)));
        return table.toString();
    }

    private static List<String> cells(Migration.Result result) {
        Timeline timeline = result.timeline();
        List<String> cells = new ArrayList<>();
        cells.add(number(timeline.before().total() / MEGA));
        cells.add(number(timeline.last().total() / MEGA));
        cells.add(percent(timeline.last().share(Migration.TO)));
        SHARES.forEach(share -> cells.add(seconds(timeline.until(Migration.TO, share))));
        cells.add(micros(result.before()));
        cells.add(micros(result.after()));
        return cells;
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isPresent() ? number(seconds.getAsDouble()) : "-";
    }

    private static String micros(Histogram nanos) {
        return number(nanos.getValueAtPercentile(PERCENTILE) / MICROS);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Rounded down, so that 100% means all. */
    private static String percent(double share) {
        return (int) Math.floor(share * 100) + " %";
    }
}
