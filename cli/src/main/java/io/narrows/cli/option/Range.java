package io.narrows.cli.option;

import io.narrows.config.Sizes;
import java.util.function.LongFunction;

/** Whether a number is where it has to be. */
public final class Range {
    private Range() {}

    /**
     * @param most {@link Long#MAX_VALUE} for no limit
     * @throws IllegalArgumentException when the value is not within, with what it is and what it has to be
     */
    public static void check(String what, long value, long least, long most) {
        check(what, value, least, most, Long::toString);
    }

    /** As {@link #check(String, long, long, long)}, of bytes. */
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
