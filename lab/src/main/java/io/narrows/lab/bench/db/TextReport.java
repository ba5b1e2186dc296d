package io.narrows.lab.bench.db;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Writes results as text: db_bench's line, followed by latencies, processor time and disk bytes. */
final class TextReport implements Report {
    private static final double NANOS_OF_MICRO = 1e3;

    private final PrintWriter out;
    private final boolean histograms;

    /** @param histograms whether to print the distribution of latencies under each line */
    TextReport(PrintWriter out, boolean histograms) {
        this.out = out;
        this.histograms = histograms;
    }

    @Override
    public void result(EngineKind engine, Figures figures, Histogram nanos) {
        out.println(line(figures));
        if (histograms) {
            out.println("Microseconds per call:");
            out.print(distribution(nanos));
        }
        out.flush();
    }

    static String line(Figures figures) {
        StringBuilder line = new StringBuilder();
        line.append(String.format(
                Locale.ROOT,
                "%-12s : %11.3f micros/op %.0f ops/sec %.3f seconds %d operations",
                figures.benchmark(),
                figures.microsPerOperation(),
                figures.operationsPerSecond(),
                figures.seconds(),
                figures.operations()));
        if (figures.bytes() > 0) {
            line.append(String.format(Locale.ROOT, "; %6.1f MB/s", figures.megabytesPerSecond()));
        }
        if (!figures.note().isEmpty()) {
            line.append(' ').append(figures.note());
        }
        return line.append(String.format(
                        Locale.ROOT,
                        "; p50 %.3f p99 %.3f p99.9 %.3f micros; %.2f CPU seconds; %d disk bytes",
                        figures.p50Micros(),
                        figures.p99Micros(),
                        figures.p999Micros(),
                        figures.cpuSeconds(),
                        figures.diskBytes()))
                .toString();
    }

    private static String distribution(Histogram nanos) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        nanos.outputPercentileDistribution(new PrintStream(bytes, true, StandardCharsets.UTF_8), NANOS_OF_MICRO);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void statistics(EngineKind engine, String text) {
        out.println(text.strip());
        out.flush();
    }
}
