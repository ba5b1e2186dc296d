package io.narrows.estimate.run;

import java.util.SplittableRandom;

/**
 * The short reads whose processor time is measured: one of each {@link #WEIGHT} reads, at a random place among them, so that
 * neither first reads nor one side of an exchange are measured more often than others. For one thread.
 */
final class ShortReadSample {
    /** Reads for which a measured one counts. */
    static final int WEIGHT = 8;

    private static final long SEED = 1;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private int position = WEIGHT;
    private int measured;

    /** Returns whether the next read is measured. */
    boolean next() {
        if (position == WEIGHT) {
            position = 0;
            measured = random.nextInt(WEIGHT);
        }
        return position++ == measured;
    }
}
