package io.narrows.terminal.option;

import io.narrows.config.Sizes;
import java.util.function.LongFunction;

/** Checks that numbers are within a range. */
public final class Range {
    private Range() {}

    /**
     * @param most {@link Long#MAX_VALUE} for no limit
     * @throws IllegalArgumentException if the value is out of range; the message has the value and the range
     */
    public static void check(String what, long value, long least, long most) {
        check(what, value, least, most, Long::toString);
    }

    /** Checks a size like {@link #check(String, long, long, long)}, with bytes in the message. */
    public static void checkSize(String what, long bytes, long least, long most) {
        check(what, bytes, least, most, Sizes::format);
    }

    private static void check(String what, long value, long least, long most, LongFunction<String> format) {
        if (value < least || value > most) {
            String limits = format.apply(least) + (most == Long.MAX_VALUE ? " or more" : " to " + format.apply(most));
            throw new IllegalArgumentException(what + " " + format.apply(value) + " (expected: " + limits + ")");
        }
    }
}
