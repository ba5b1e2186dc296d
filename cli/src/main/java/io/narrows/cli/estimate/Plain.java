package io.narrows.cli.estimate;

import io.narrows.estimate.measured.Range;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Formats numbers and ranges for tables. */
public final class Plain {
    private static final double SMALL = 10;
    private static final double LARGE = 1000;

    private Plain() {}

    /** Formats without an exponent and without zeros at the end: {@code 1.5}. */
    static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Formats gigabytes with up to three decimals. */
    public static String gigabytes(double value) {
        return String.format(Locale.ROOT, value < SMALL ? "%.3f" : value < LARGE ? "%.1f" : "%,.0f", value);
    }

    /** Formats {@code 1.5 - 2.5}, or one number if both are formatted alike. */
    public static String range(Range range, DoubleFunction<String> format) {
        String low = format.apply(range.low());
        String high = format.apply(range.high());
        return low.equals(high) ? low : low + " - " + high;
    }
}
