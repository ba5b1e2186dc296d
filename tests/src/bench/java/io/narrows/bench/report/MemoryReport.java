package io.narrows.bench.report;

import java.util.List;
import java.util.Map;

/** Formats start time and memory in Markdown. */
public final class MemoryReport {
    public static final String IDLE = "idle for 30 s";
    public static final String LINKS = "open links";
    public static final String STOPPED_READER = "stopped reader";

    private static final Map<String, List<Column>> COLUMNS = Map.of(
            JustStartedReport.TRIAL,
            JustStartedReport.COLUMNS,
            IDLE,
            List.of(Column.of("resident MB", Metric.IDLE_MB), Column.of("of it pages of files", Metric.IDLE_FILES_MB)),
            LINKS,
            List.of(
                    Column.of("links", Metric.LINKS),
                    Column.of("KB per link, nothing sent", Metric.KB_PER_LINK),
                    Column.of("KB per link, after 200 B each way", Metric.KB_PER_USED_LINK)),
            STOPPED_READER,
            List.of(
                    Column.of("sender held back after MB", Metric.HELD_BACK_AFTER_MB),
                    Column.of("resident MB more", Metric.STOPPED_READER_MB)));

    private MemoryReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, COLUMNS::get);
    }
}
