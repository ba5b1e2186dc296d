package io.narrows.terminal.output;

import java.util.Locale;

/** Formats quantities in at most seven characters. */
public final class Amounts {
    private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final String NOTHING = "-";

    private Amounts() {}

    /** Formats with three digits and a decimal unit: {@code 45.2MB}. */
    public static String bytes(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return format("%." + decimals + "f%s", value, BYTE_UNITS[unit]);
    }

    public static String percent(double percent) {
        if (percent <= -999.5) {
            return "<-999%";
        }
        return Double.isNaN(percent) ? NOTHING : format(Math.abs(percent) < 1000 ? "%.1f%%" : "%.0f%%", percent);
    }

    /** Formats processor time per elapsed time, as a percentage of one processor. */
    public static String cores(double cores) {
        return percent(100 * cores);
    }

    /** Formats {@code 62us} or {@code 1.2ms}. */
    public static String latency(double seconds) {
        if (Double.isNaN(seconds)) {
            return NOTHING;
        }
        double micros = seconds * 1e6;
        return micros < 999.5 ? format("%.0fus", micros) : format(micros < 99_950 ? "%.1fms" : "%.0fms", micros / 1000);
    }

    /** Formats dollars and cents, or only dollars for large amounts; {@code <0.01} for less than a cent but more than nothing. */
    public static String usd(double usd) {
        if (usd != 0 && Math.abs(usd) < 0.005) {
            return usd < 0 ? ">-0.01" : "<0.01";
        }
        return format(Math.abs(usd) < 9_999.5 ? "%.2f" : "%.0f", usd);
    }

    /** Formats dollars with a precision of a hundredth of a cent. */
    public static String smallUsd(double usd) {
        if (usd != 0 && Math.abs(usd) < 0.00005) {
            return usd < 0 ? ">-0.0001" : "<0.0001";
        }
        return format("%.4f", usd);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
