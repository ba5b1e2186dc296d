package io.narrows.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Formats start time and memory in Markdown. */
public final class MemoryReport {
    public static final String IDLE = "idle for 30 s";
    public static final String LINKS = "open links";
    public static final String STOPPED_READER = "stopped reader";
    public static final String COME_AND_GO = "dense links that come and go";
    public static final String MANY_LINKS = "many links, resident memory";
    public static final String MANY_LINKS_HEAP = "many links, heap";

    private static final List<Column> COLLECTIONS = List.of(
            Column.of("collections to return heap", Metric.COLLECTIONS),
            Column.of("longest, ms", Metric.LONGEST_STOP_MS),
            Column.of("MiB of heap left by it", Metric.LIVE_MIB));

    private static final List<Column> OVER_THE_LINKS = List.of(
            Column.of("MB before", Metric.IDLE_MB),
            Column.of("with the passing links", Metric.WITH_PASSING_MB),
            Column.of("with the dense links", Metric.WITH_DENSE_MB),
            Column.of("a minute after all were closed", Metric.AFTER_MB));

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
                    Column.of("resident MB more", Metric.STOPPED_READER_MB)),
            COME_AND_GO,
            joined(
                    List.of(
                            Column.of("links", Metric.LINKS),
                            Column.of("resident MB before", Metric.IDLE_MB),
                            Column.of("MB more at most", Metric.MOST_MORE_MB),
                            Column.of("MB more a minute after the first time", Metric.AFTER_FIRST_MORE_MB),
                            Column.of("after the last time", Metric.AFTER_LAST_MORE_MB)),
                    COLLECTIONS),
            MANY_LINKS,
            joined(
                    List.of(Column.of("links", Metric.LINKS), Column.of("of them dense", Metric.DENSE_LINKS)),
                    OVER_THE_LINKS,
                    List.of(Column.of("frames sent raw for lack of memory", Metric.RAW_FRAMES))),
            MANY_LINKS_HEAP,
            joined(OVER_THE_LINKS, COLLECTIONS));

    private MemoryReport() {}

    @SafeVarargs
    private static List<Column> joined(List<Column>... parts) {
        List<Column> all = new ArrayList<>();
        for (List<Column> part : parts) {
            all.addAll(part);
        }
        return List.copyOf(all);
    }

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, COLUMNS::get);
    }
}
