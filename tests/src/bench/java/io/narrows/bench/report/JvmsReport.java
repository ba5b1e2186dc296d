package io.narrows.bench.report;

import java.util.List;

/** Formats the same sidecar on different JVMs in Markdown, with a table per trial. */
public final class JvmsReport {
    private static final List<Column> PACED = List.of(
            Column.of("p50 µs", Metric.P50_US),
            Column.of("p99 µs", Metric.P99_US),
            Column.of("p99.9 µs", Metric.P999_US),
            Column.of("CPU s", Metric.CPU_S));

    private JvmsReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> trial.equals(JustStartedReport.TRIAL) ? JustStartedReport.COLUMNS : PACED);
    }
}
