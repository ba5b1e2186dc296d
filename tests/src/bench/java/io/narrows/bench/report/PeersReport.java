package io.narrows.bench.report;

import java.util.List;

/** Formats the comparison of peers in Markdown, with a table per trial. */
public final class PeersReport {
    /** The peer whose figures others are divided by, unless another is asked for. */
    public static final String BASELINE = "haproxy";

    private static final String COMPRESSING = "ssh -C";

    private PeersReport() {}

    /** @param baseline the label of the peer that rows are compared with */
    public static String of(List<Summary> summaries, String baseline) {
        return Tables.of(summaries, trial -> columns(trial, baseline));
    }

    private static List<Column> columns(String trial, String baseline) {
        if (trial.equals("ping")) {
            return List.of(
                    Column.of("p50 µs", Metric.P50_US),
                    Column.times(baseline, Metric.P50_US),
                    Column.of("p90 µs", Metric.P90_US),
                    Column.of("p99 µs", Metric.P99_US),
                    Column.times(baseline, Metric.P99_US),
                    Column.of("p99.9 µs", Metric.P999_US),
                    Column.of("CPU s", Metric.CPU_S),
                    Column.times(baseline, Metric.CPU_S));
        }
        if (trial.endsWith("-timed")) {
            return List.of(
                    Column.of("wire / app", Metric.WIRE_RATIO),
                    Column.of("one-way p50 µs", Metric.P50_US),
                    Column.times(baseline, Metric.P50_US),
                    Column.of("p99 µs", Metric.P99_US),
                    Column.times(baseline, Metric.P99_US),
                    Column.of("CPU s", Metric.CPU_S),
                    Column.times(baseline, Metric.CPU_S),
                    Column.times(COMPRESSING, Metric.CPU_S));
        }
        return List.of(
                Column.of("MB/s", Metric.MB_PER_S),
                Column.times(baseline, Metric.MB_PER_S),
                Column.times(COMPRESSING, Metric.MB_PER_S),
                Column.of("wire / app", Metric.WIRE_RATIO),
                Column.of("CPU s", Metric.CPU_S),
                Column.times(baseline, Metric.CPU_S));
    }
}
