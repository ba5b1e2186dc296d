package io.narrows.storage.bench;

import java.util.List;
import java.util.Locale;

/** The values of a figure in several rounds, at least one. */
public record Spread(List<Double> values) {
    /** @throws IllegalArgumentException if there are no values */
    public Spread {
        values = values.stream().sorted().toList();
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values (expected: at least one)");
        }
    }

    public double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    public double least() {
        return values.get(0);
    }

    public double most() {
        return values.get(values.size() - 1);
    }

    /** Returns the median, with minimum and maximum in parentheses if they differ when rounded. */
    public String text(int decimals) {
        String least = text(least(), decimals);
        String most = text(most(), decimals);
        return text(median(), decimals) + (least.equals(most) ? "" : " (" + least + "–" + most + ")");
    }

    private static String text(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
