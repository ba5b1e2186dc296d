package io.narrows.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Formats a comparison of stores by etcd's own tools in Markdown, with a table per tool. */
public final class EtcdToolsReport {
    private EtcdToolsReport() {}

    /**
     * Formats the tables.
     *
     * @param summaries whose trials are named after tools
     * @param baseline label of the program that medians are divided by
     */
    public static String of(List<Summary> summaries, String baseline) {
        return Tables.of(summaries, tool -> columns(tool, baseline));
    }

    private static List<Column> columns(String tool, String baseline) {
        String operation = operation(tool);
        List<Column> columns = new ArrayList<>(List.of(
                Column.of(operation + "s/s", Metric.OPERATIONS_PER_S),
                Column.times(baseline, Metric.OPERATIONS_PER_S)));
        columns.addAll(latencies(tool));
        columns.addAll(List.of(
                Column.of("stores' CPU µs/" + operation, Metric.STORE_CPU_US_PER_OPERATION),
                Column.times(baseline, Metric.STORE_CPU_US_PER_OPERATION),
                Column.of("stores' CPU s", Metric.STORE_CPU_S),
                Column.of("sidecars' CPU s", Metric.SIDECAR_CPU_S),
                Column.of("elections", Metric.ELECTIONS)));
        return columns;
    }

    private static String operation(String tool) {
        return switch (tool) {
            case "range" -> "range";
            case "txn-mixed" -> "txn";
            default -> "put";
        };
    }

    private static List<Column> latencies(String tool) {
        return switch (tool) {
            case "check-perf-s", "check-perf-m" ->
                List.of(
                        Column.of("slowest ms", Metric.SLOWEST_MS),
                        Column.of("stddev ms", Metric.STDDEV_MS),
                        Column.of("passed", Metric.PASSED));
            case "watch-latency" ->
                List.of(
                        Column.of("put p50 ms", Metric.P50_MS),
                        Column.of("put p99 ms", Metric.P99_MS),
                        Column.of("event p50 ms", Metric.EVENT_P50_MS),
                        Column.of("event p99 ms", Metric.EVENT_P99_MS));
            case "txn-mixed" ->
                List.of(
                        Column.of("read p50 ms", Metric.P50_MS),
                        Column.of("read p99 ms", Metric.P99_MS),
                        Column.of("write p50 ms", Metric.WRITE_P50_MS),
                        Column.of("write p99 ms", Metric.WRITE_P99_MS));
            default -> List.of(Column.of("p50 ms", Metric.P50_MS), Column.of("p99 ms", Metric.P99_MS));
        };
    }
}
