package io.narrows.bench.report;

import java.util.List;
import java.util.Map;

/** Formats start, memory and metrics of a sidecar that finds its peers, in Markdown. */
public final class DiscoveryReport {
    public static final String START = "start";
    public static final String SCRAPE = "scrape";

    private static final Map<String, List<Column>> COLUMNS = Map.of(
            START,
            List.of(
                    Column.of("listens after s", Metric.START_S),
                    Column.of("all found after s", Metric.FOUND_S),
                    Column.of("all linked after s", Metric.LINKED_S),
                    Column.of("resident MB", Metric.IDLE_MB)),
            SCRAPE,
            List.of(Column.of("series", Metric.SERIES), Column.of("kB of text", Metric.SCRAPE_KB)));

    private DiscoveryReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, COLUMNS::get);
    }
}
