package io.narrows.bench.report;

import java.util.List;

/** Formats installed snapshots in Markdown. */
public final class SnapshotReport {
    private static final List<Column> COLUMNS = List.of(
            Column.of("files MB", Metric.FILES_MB),
            Column.of("sent MB", Metric.SENT_MB),
            Column.of("seconds", Metric.SECONDS),
            Column.of("MB/s", Metric.MB_PER_S),
            Column.of("wire MB", Metric.WIRE_MB),
            Column.of("wire / files", Metric.WIRE_TO_FILES),
            Column.of("sidecars' CPU s", Metric.SIDECAR_CPU_S),
            Column.of("stores' CPU s", Metric.STORE_CPU_S),
            Column.of("elections", Metric.ELECTIONS));

    private SnapshotReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> COLUMNS);
    }
}
