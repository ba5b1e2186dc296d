package io.narrows.lab.bench.db;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Writes a comparison in Markdown: benchmarks of many operations by rate, single calls by duration. */
final class ComparisonTable {
    private static final int KILO = 1_000;
    private static final int MEGA = 1_000_000;

    private final Comparison comparison;
    private final PrintWriter out;

    private ComparisonTable(Comparison comparison, PrintWriter out) {
        this.comparison = comparison;
        this.out = out;
    }

    /** @param command the options that reproduce it */
    static void write(Comparison comparison, String command, PrintWriter out) {
        out.println("Made with `bin/bench db " + command + "`: " + Machine.describe() + ".");
        ComparisonTable table = new ComparisonTable(comparison, out);
        table.rates();
        table.calls();
        table.latencies();
        table.sums();
        out.flush();
    }

    private void rates() {
        List<Integer> many = benchmarks(this::isOfMany);
        if (many.isEmpty()) {
            return;
        }
        head(
                "benchmark",
                "1000 ops/s",
                "RocksDB",
                "ratio",
                "1000 ops per CPU s",
                "RocksDB",
                "ratio",
                "MB on disk",
                "RocksDB",
                "ratio");
        for (int benchmark : many) {
            out.println("| " + comparison.benchmarks().get(benchmark)
                    + cells(comparison.pair(benchmark, Figures::operationsPerSecond), KILO)
                    + cells(comparison.pair(benchmark, Figures::operationsPerCpuSecond), KILO)
                    + cells(comparison.pair(benchmark, Figures::diskBytes), MEGA) + " |");
        }
    }

    private void calls() {
        List<Integer> single = benchmarks(benchmark -> !isOfMany(benchmark));
        if (single.isEmpty()) {
            return;
        }
        head("call", "seconds", "RocksDB", "ratio", "CPU s", "RocksDB", "ratio", "MB on disk", "RocksDB", "ratio");
        for (int benchmark : single) {
            out.println("| " + comparison.benchmarks().get(benchmark)
                    + cells(comparison.pair(benchmark, Figures::seconds), 1)
                    + cells(comparison.pair(benchmark, Figures::cpuSeconds), 1)
                    + cells(comparison.pair(benchmark, Figures::diskBytes), MEGA) + " |");
        }
    }

    private void latencies() {
        List<Integer> many = benchmarks(this::isOfMany);
        if (many.isEmpty()) {
            return;
        }
        head("µs per call", "p50", "RocksDB", "p99", "RocksDB", "p99.9", "RocksDB");
        for (int benchmark : many) {
            out.println("| " + comparison.benchmarks().get(benchmark)
                    + latency(benchmark, Figures::p50Micros)
                    + latency(benchmark, Figures::p99Micros)
                    + latency(benchmark, Figures::p999Micros) + " |");
        }
    }

    private void sums() {
        Pair seconds = comparison.sum(Figures::seconds);
        Pair cpuSeconds = comparison.sum(Figures::cpuSeconds);
        out.printf(
                Locale.ROOT,
                "%nTotal: %.2f seconds and %.2f seconds of processor time; RocksDB: %.2f and %.2f.%n",
                seconds.medianOfNarrows(),
                cpuSeconds.medianOfNarrows(),
                seconds.medianOfRocksDb(),
                cpuSeconds.medianOfRocksDb());
    }

    private List<Integer> benchmarks(IntPredicate wanted) {
        return IntStream.range(0, comparison.benchmarks().size())
                .filter(wanted)
                .boxed()
                .toList();
    }

    private boolean isOfMany(int benchmark) {
        return comparison.pair(benchmark, Figures::operations).medianOfNarrows() > 1;
    }

    private void head(String... columns) {
        out.println();
        out.println("| " + String.join(" | ", columns) + " |");
        out.println("| ---" + " | ---:".repeat(columns.length - 1) + " |");
    }

    private static String cells(Pair pair, int unit) {
        return String.format(
                Locale.ROOT,
                " | %.2f | %.2f | %s",
                pair.medianOfNarrows() / unit,
                pair.medianOfRocksDb() / unit,
                ratio(pair));
    }

    /**
     * Formats a ratio with its spread; without the spread if there is only one round, or if a round's measured time is
     * zero.
     */
    private static String ratio(Pair pair) {
        if (Double.isNaN(pair.ratio())) {
            return "-";
        }
        String ratio = String.format(Locale.ROOT, "%.2f", pair.ratio());
        return pair.narrows().size() == 1 || Double.isNaN(pair.mostRatio())
                ? ratio
                : String.format(Locale.ROOT, "%s (%.2f–%.2f)", ratio, pair.leastRatio(), pair.mostRatio());
    }

    private String latency(int benchmark, ToDoubleFunction<Figures> figure) {
        Pair pair = comparison.pair(benchmark, figure);
        return String.format(Locale.ROOT, " | %.2f | %.2f", pair.medianOfNarrows(), pair.medianOfRocksDb());
    }
}
