package io.narrows.storage.db;

/** Checks options against their allowed ranges. */
final class Ranges {
    private Ranges() {}

    /** @throws IllegalArgumentException if the value is out of range; the message names the option and the range */
    static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " (expected: " + min + "-" + max + ")");
        }
    }
}
