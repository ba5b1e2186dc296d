package io.narrows.bench.report;

import java.util.List;

/** Formats start time and memory of idle sidecars. */
public final class JustStartedReport {
    public static final String TRIAL = "just started";

    static final List<Column> COLUMNS = List.of(
            Column.of("listens after s", Metric.START_S),
            Column.of("resident MB", Metric.IDLE_MB),
            Column.of("of it pages of files", Metric.IDLE_FILES_MB));

    private JustStartedReport() {}
}
