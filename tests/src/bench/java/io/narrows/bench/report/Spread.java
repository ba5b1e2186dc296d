package io.narrows.bench.report;

import java.util.Collection;

/** Minimum, median and maximum of some values. */
record Spread(double min, double median, double max) {
    /** @throws IllegalArgumentException if there are no values */
    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values (expected: at least one)");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** Formats the median, and the extremes if they differ: {@code 42 (40–45)}. */
    String text(Metric metric) {
        String ends = metric.text(min).equals(metric.text(max))
                ? ""
                : " (%s–%s)".formatted(metric.text(min), metric.text(max));
        return metric.text(median) + ends;
    }
}
