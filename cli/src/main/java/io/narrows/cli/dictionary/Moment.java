package io.narrows.cli.dictionary;

import java.util.Comparator;

/**
 * A time in the traffic of several inputs, which are taken as if each were later than those before it: their clocks need not be the same.
 *
 * @param input position of the input
 * @param nanos time within the input
 */
record Moment(int input, long nanos) implements Comparable<Moment> {
    private static final Comparator<Moment> ORDER =
            Comparator.comparingInt(Moment::input).thenComparingLong(Moment::nanos);

    @Override
    public int compareTo(Moment other) {
        return ORDER.compare(this, other);
    }
}
