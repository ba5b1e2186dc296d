package io.narrows.cli.bench.db;

import java.util.SplittableRandom;

/** Which key comes next. For one thread. */
@FunctionalInterface
interface KeySequence {
    long next();

    /** 0, 1, 2… */
    static KeySequence ascending() {
        long[] number = {0};
        return () -> number[0]++;
    }

    /**
     * Evenly from 0 until the limit; the same seed gives the same numbers.
     *
     * @param limit at least 1
     */
    static KeySequence random(long limit, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> (random.nextLong() >>> 1) % limit;
    }
}
