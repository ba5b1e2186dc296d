package io.narrows.lab.bench.db;

import java.util.SplittableRandom;

/** A sequence of key numbers. Not thread-safe. */
@FunctionalInterface
interface KeySequence {
    long next();

    /** Returns 0, 1, 2… */
    static KeySequence ascending() {
        long[] number = {0};
        return () -> number[0]++;
    }

    /**
     * Returns uniformly distributed numbers from 0 up to, but excluding, the limit; the same seed produces the same
     * numbers.
     *
     * @param limit at least 1
     */
    static KeySequence random(long limit, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> (random.nextLong() >>> 1) % limit;
    }
}
