package io.narrows.lab.bench.db;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A figure of both engines, round by round.
 *
 * @param narrows one value per round, at least one
 * @param rocksDb as many
 */
record Pair(List<Double> narrows, List<Double> rocksDb) {
    double medianOfNarrows() {
        return median(narrows);
    }

    double medianOfRocksDb() {
        return median(rocksDb);
    }

    /** Returns the median of Narrows as a multiple of RocksDB's. */
    double ratio() {
        return ratio(medianOfNarrows(), medianOfRocksDb());
    }

    /** Returns the lowest ratio of a round; NaN if a round has nothing to compare with. */
    double leastRatio() {
        return ratios().min().orElseThrow();
    }

    /** Returns the highest ratio of a round, like {@link #leastRatio}. */
    double mostRatio() {
        return ratios().max().orElseThrow();
    }

    private DoubleStream ratios() {
        return IntStream.range(0, narrows.size()).mapToDouble(round -> ratio(narrows.get(round), rocksDb.get(round)));
    }

    /** Returns a ratio; NaN if there is nothing to compare with. */
    private static double ratio(double ours, double theirs) {
        return theirs == 0 ? Double.NaN : ours / theirs;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
