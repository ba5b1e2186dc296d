package io.narrows.config.yaml;

import java.util.Comparator;

/**
 * One mistake in a file.
 *
 * @param wrong the actual value, quoted if it is the user's own text
 * @param expected the valid values
 * @param temporary whether the file may be valid later as it is
 */
public record Problem(Place place, String wrong, String expected, boolean temporary) implements Comparable<Problem> {
    private static final Comparator<Problem> ORDER =
            Comparator.comparing(Problem::place).thenComparing(Problem::wrong).thenComparing(Problem::expected);

    public Problem(Place place, String wrong, String expected) {
        this(place, wrong, expected, false);
    }

    @Override
    public int compareTo(Problem other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code narrows.yaml:12:7: unknown codec "ztsd" (did you mean "zstd"?), expected none, gzip or zstd}. */
    @Override
    public String toString() {
        return place + ": " + wrong + ", expected " + expected;
    }
}
