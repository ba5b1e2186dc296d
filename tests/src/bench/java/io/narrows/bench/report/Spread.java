package io.narrows.bench.report;

import java.util.Collection;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Minimum, median and maximum of some values. */
public record Spread(double min, double median, double max) {
    /** @throws IllegalArgumentException if there are no values */
    public static Spread of(Collection<Double> values) {
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
        return text(metric::text);
    }

    public String text(int decimals) {
        return text(value -> String.format(Locale.ROOT, "%." + decimals + "f", value));
    }

    private String text(DoubleFunction<String> format) {
        String least = format.apply(min);
        String most = format.apply(max);
        return format.apply(median) + (least.equals(most) ? "" : " (" + least + "–" + most + ")");
    }
}
