package io.narrows.bench.report;

import java.util.List;

/** Formats heartbeats in Markdown, with a table for each kind of concurrent traffic. */
public final class HeartbeatsReport {
    private static final List<Column> COLUMNS = List.of(
            Column.of("one-way p50 µs", Metric.P50_US),
            Column.of("p99 µs", Metric.P99_US),
            Column.of("max µs", Metric.MAX_US),
            Column.of("transfer MB/s", Metric.MB_PER_S),
            Column.of("CPU s", Metric.CPU_S));

    private HeartbeatsReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> COLUMNS);
    }
}
