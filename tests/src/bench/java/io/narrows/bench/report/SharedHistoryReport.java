package io.narrows.bench.report;

import java.util.List;

/** Formats the savings of shared history in Markdown. */
public final class SharedHistoryReport {
    private static final List<Column> COLUMNS = List.of(
            Column.of("wire / app", Metric.WIRE_RATIO),
            Column.of("one-way p50 µs", Metric.P50_US),
            Column.of("p99 µs", Metric.P99_US),
            Column.of("CPU s", Metric.CPU_S));

    private SharedHistoryReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> COLUMNS);
    }
}
