package io.narrows.bench.report;

import java.util.List;

/** Formats a comparison of stores below a Kubernetes API server in Markdown, with a table per kind of request. */
public final class KubernetesReport {
    /** Name of the trial that kills all members. */
    public static final String RECOVERY = "recovery";

    private KubernetesReport() {}

    /**
     * Formats the tables.
     *
     * @param summaries whose trials are named after their requests in the plural, or {@link #RECOVERY}
     * @param baseline label of the program that medians are divided by
     */
    public static String of(List<Summary> summaries, String baseline) {
        return Tables.of(summaries, trial -> columns(trial, baseline));
    }

    private static List<Column> columns(String trial, String baseline) {
        if (trial.equals(RECOVERY)) {
            return List.of(
                    Column.of("s until a put to the store", Metric.STORE_SECONDS),
                    Column.of("s until a write through the API server", Metric.SECONDS));
        }
        String one = OperationNames.singular(trial);
        return List.of(
                Column.of(trial + "/s", Metric.OPERATIONS_PER_S),
                Column.times(baseline, Metric.OPERATIONS_PER_S),
                Column.of("p50 ms", Metric.P50_MS),
                Column.of("p99 ms", Metric.P99_MS),
                Column.of("stores' CPU µs/" + one, Metric.STORE_CPU_US_PER_OPERATION),
                Column.times(baseline, Metric.STORE_CPU_US_PER_OPERATION),
                Column.of("stores' CPU s", Metric.STORE_CPU_S),
                Column.of("sidecars' CPU s", Metric.SIDECAR_CPU_S),
                Column.of("resident MB", Metric.RESIDENT_MB),
                Column.of("elections", Metric.ELECTIONS));
    }
}
