package io.narrows.cli.load;

/** Whether a number is where it has to be. */
final class Range {
    private Range() {}

    /** @throws IllegalArgumentException when it is not, with what it is and what it has to be */
    static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }
}
