package io.narrows.cli.bench.db;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A comparison for people, in Markdown. */
final class ComparisonTable {
    private static final int KILO = 1_000;
    private static final int MEGA = 1_000_000;

    private ComparisonTable() {}

    static void write(Comparison comparison, PrintWriter out) {
        out.println("Made with `bin/bench db --interleave " + comparison.rounds() + " "
                + String.join(" ", comparison.settings().arguments()) + "` on " + Machine.describe() + ".");
        out.println();
        rates(comparison, out);
        out.println();
        latencies(comparison, out);
        out.println();
        Pair seconds = comparison.sum(Figures::seconds);
        Pair cpuSeconds = comparison.sum(Figures::cpuSeconds);
        out.printf(
                Locale.ROOT,
                "All of it took %.2f seconds and %.2f of processor time, RocksDB %.2f and %.2f.%n",
                seconds.medianOfNarrows(),
                cpuSeconds.medianOfNarrows(),
                seconds.medianOfRocksDb(),
                cpuSeconds.medianOfRocksDb());
        out.flush();
    }

    private static void rates(Comparison comparison, PrintWriter out) {
        out.println("| benchmark | 1000 ops/s | RocksDB | ratio | 1000 ops per CPU s | RocksDB | ratio | MB on disk |"
                + " RocksDB | ratio |");
        out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        for (int i = 0; i < comparison.benchmarks().size(); i++) {
            out.println("| " + comparison.benchmarks().get(i)
                    + cells(comparison.pair(i, Figures::operationsPerSecond), KILO)
                    + cells(comparison.pair(i, Figures::operationsPerCpuSecond), KILO)
                    + cells(comparison.pair(i, Figures::diskBytes), MEGA) + " |");
        }
    }

    private static String cells(Pair pair, int unit) {
        return String.format(
                Locale.ROOT,
                " | %.1f | %.1f | %s",
                pair.medianOfNarrows() / unit,
                pair.medianOfRocksDb() / unit,
                ratio(pair));
    }

    private static String ratio(Pair pair) {
        if (Double.isNaN(pair.ratio())) {
            return "-";
        }
        return pair.narrows().size() == 1
                ? String.format(Locale.ROOT, "%.2f", pair.ratio())
                : String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", pair.ratio(), pair.leastRatio(), pair.mostRatio());
    }

    private static void latencies(Comparison comparison, PrintWriter out) {
        out.println("| µs of a call | p50 | RocksDB | p99 | RocksDB | p99.9 | RocksDB |");
        out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        for (int i = 0; i < comparison.benchmarks().size(); i++) {
            out.println("| " + comparison.benchmarks().get(i)
                    + latency(comparison, i, Figures::p50Micros)
                    + latency(comparison, i, Figures::p99Micros)
                    + latency(comparison, i, Figures::p999Micros) + " |");
        }
    }

    private static String latency(Comparison comparison, int benchmark, ToDoubleFunction<Figures> figure) {
        Pair pair = comparison.pair(benchmark, figure);
        return String.format(Locale.ROOT, " | %.2f | %.2f", pair.medianOfNarrows(), pair.medianOfRocksDb());
    }
}
