package io.narrows.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Formats a comparison of stores in Markdown, with a table per load. */
public final class StoresReport {
    /** The program whose figures others are divided by, unless another is asked for. */
    public static final String BASELINE = "etcd-3.6";

    private static final String WRITES = "writes";

    private StoresReport() {}

    /**
     * Formats the tables.
     *
     * @param summaries whose trials are named after their operations in the plural, such as {@code writes}
     * @param baseline label of the program that medians are divided by
     */
    public static String of(List<Summary> summaries, String baseline) {
        return Tables.of(summaries, load -> columns(load, baseline));
    }

    private static List<Column> columns(String load, String baseline) {
        String one = OperationNames.singular(load);
        List<Column> columns = new ArrayList<>(List.of(
                Column.of(load + "/s", Metric.OPERATIONS_PER_S),
                Column.times(baseline, Metric.OPERATIONS_PER_S),
                Column.of("p50 ms", Metric.P50_MS),
                Column.of("p99 ms", Metric.P99_MS),
                Column.of("stores' CPU µs/" + one, Metric.STORE_CPU_US_PER_OPERATION),
                Column.times(baseline, Metric.STORE_CPU_US_PER_OPERATION),
                Column.of("stores' CPU s", Metric.STORE_CPU_S),
                Column.of("sidecars' CPU s", Metric.SIDECAR_CPU_S),
                Column.of("clients' CPU s", Metric.CLIENT_CPU_S),
                Column.of("peer B/" + one, Metric.PEER_BYTES_PER_OPERATION),
                Column.of("wire B/" + one, Metric.WIRE_BYTES_PER_OPERATION)));
        if (load.equals(WRITES)) {
            columns.add(Column.of("wire / peer", Metric.WIRE_RATIO));
            columns.add(Column.of("disk MB", Metric.DISK_MB));
        }
        columns.add(Column.of("elections", Metric.ELECTIONS));
        return columns;
    }
}
