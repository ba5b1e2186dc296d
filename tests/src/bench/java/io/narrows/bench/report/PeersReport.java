package io.narrows.bench.report;

import java.util.List;

/** Formats the comparison of peers in Markdown, with a table per trial. */
public final class PeersReport {
    private static final String PLAIN = "haproxy";
    private static final String COMPRESSING = "ssh -C";

    private static final List<Column> PING = List.of(
            Column.of("p50 µs", Metric.P50_US),
            Column.times(PLAIN, Metric.P50_US),
            Column.of("p90 µs", Metric.P90_US),
            Column.of("p99 µs", Metric.P99_US),
            Column.times(PLAIN, Metric.P99_US),
            Column.of("p99.9 µs", Metric.P999_US),
            Column.of("CPU s", Metric.CPU_S));
    private static final List<Column> UNPACED = List.of(
            Column.of("MB/s", Metric.MB_PER_S),
            Column.times(PLAIN, Metric.MB_PER_S),
            Column.times(COMPRESSING, Metric.MB_PER_S),
            Column.of("wire / app", Metric.WIRE_RATIO),
            Column.of("CPU s", Metric.CPU_S));
    private static final List<Column> TIMED = List.of(
            Column.of("wire / app", Metric.WIRE_RATIO),
            Column.of("one-way p50 µs", Metric.P50_US),
            Column.of("p99 µs", Metric.P99_US),
            Column.of("CPU s", Metric.CPU_S),
            Column.times(COMPRESSING, Metric.CPU_S));

    private PeersReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, PeersReport::columns);
    }

    private static List<Column> columns(String trial) {
        if (trial.equals("ping")) {
            return PING;
        }
        return trial.endsWith("-timed") ? TIMED : UNPACED;
    }
}
