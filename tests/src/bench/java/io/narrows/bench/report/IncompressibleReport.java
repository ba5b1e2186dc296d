package io.narrows.bench.report;

import java.util.List;

/** Formats streams that cannot be compressed, in Markdown. */
public final class IncompressibleReport {
    /** The trial of a stream that becomes compressible. */
    public static final String RECOVERY = "random, then recorded traffic";

    private static final List<Column> COST = List.of(
            Column.of("wire / app", Metric.WIRE_RATIO),
            Column.of("CPU s", Metric.CPU_S),
            Column.times("narrows none", Metric.CPU_S),
            Column.of("MB/s", Metric.MB_PER_S));
    private static final List<Column> TIME = List.of(Column.of("compressed after ms", Metric.COMPRESSED_AFTER_MS));

    private IncompressibleReport() {}

    public static String of(List<Summary> summaries) {
        return Tables.of(summaries, trial -> trial.equals(RECOVERY) ? TIME : COST);
    }
}
