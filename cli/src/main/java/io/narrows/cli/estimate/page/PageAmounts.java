package io.narrows.cli.estimate.page;

import io.narrows.cli.estimate.Plain;
import io.narrows.estimate.measured.Range;
import io.narrows.terminal.output.Amounts;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Formats amounts and ranges for pages. */
final class PageAmounts {
    private static final double LARGE = 999.5;

    private PageAmounts() {}

    /** Formats dollars and cents, or only dollars for large amounts. */
    static String usd(double usd) {
        return Math.abs(usd) < LARGE ? Amounts.usd(usd) : String.format(Locale.ROOT, "%,.0f", usd);
    }

    static String usd(Range range) {
        return range(range, PageAmounts::usd);
    }

    /** Formats like {@link #usd(Range)}, with a sign before each number. */
    static String dollars(Range range) {
        return range(range, usd -> "$" + usd(usd));
    }

    static String gigabytes(Range range) {
        return range(range, Plain::gigabytes);
    }

    private static String range(Range range, DoubleFunction<String> format) {
        return Plain.range(range, format).replace(" - ", " – ");
    }
}
