package io.narrows.storage.db;

/** Checks options against the range that they may have. */
final class Ranges {
    private Ranges() {}

    /** @throws IllegalArgumentException when it is out of range; the message names it and the range */
    static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " (expected: " + min + "-" + max + ")");
        }
    }
}
