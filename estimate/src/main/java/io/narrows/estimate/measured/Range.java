package io.narrows.estimate.measured;

import java.util.Collection;

/** The smallest and the largest of several amounts. */
public record Range(double low, double high) {
    public static final Range ZERO = new Range(0, 0);

    public static Range exactly(double value) {
        return new Range(value, value);
    }

    /** Returns the range of at least one value. */
    static Range of(Collection<Double> values) {
        return new Range(
                values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }

    public Range plus(Range other) {
        return new Range(low + other.low, high + other.high);
    }

    /** @param factor not negative */
    public Range times(double factor) {
        return new Range(low * factor, high * factor);
    }

    /** Returns what is left of an amount from which this one is taken. */
    public Range from(double whole) {
        return new Range(whole - high, whole - low);
    }
}
