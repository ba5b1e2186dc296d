package io.narrows.bench.report;

import java.util.List;

/** Formats a comparison of stores in Markdown. */
public final class StoresReport {
    private static final String ETCD = "etcd";

    private static final List<Column> COLUMNS = List.of(
            Column.of("writes/s", Metric.WRITES_PER_S),
            Column.times(ETCD, Metric.WRITES_PER_S),
            Column.of("p50 ms", Metric.P50_MS),
            Column.of("p99 ms", Metric.P99_MS),
            Column.of("stores' CPU s", Metric.STORE_CPU_S),
            Column.of("writes per CPU s", Metric.WRITES_PER_CPU_S),
            Column.times(ETCD, Metric.WRITES_PER_CPU_S),
            Column.of("peer B/write", Metric.PEER_BYTES_PER_WRITE),
            Column.of("wire B/write", Metric.WIRE_BYTES_PER_WRITE),
            Column.of("wire / peer", Metric.WIRE_RATIO),
            Column.of("sidecars' CPU s", Metric.SIDECAR_CPU_S),
            Column.of("disk MB", Metric.DISK_MB),
            Column.of("elections", Metric.ELECTIONS));

    private StoresReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> COLUMNS);
    }
}
