package io.narrows.bench.region;

import java.util.SplittableRandom;

/**
 * The link between the sidecars of a region, in different zones: 0.5 to 1 ms, and the event loop of the passing sidecar, 0.1 ms on average.
 */
final class Neighbors {
    private static final long MIN_NANOS = 500_000;
    private static final long MAX_NANOS = 1_000_000;
    private static final double LOOP_NANOS = 100_000;

    private Neighbors() {}

    /**
     * Returns when frames that one sidecar passes on have arrived at the other. Each direction is in order.
     *
     * @param followers for each frame, the one whose sidecar received it
     * @param received when it did
     */
    static long[] passed(long[] seeds, int[] followers, long[] received) {
        long[] passed = new long[received.length];
        long[] last = {Long.MIN_VALUE, Long.MIN_VALUE};
        for (int i = 0; i < received.length; i++) {
            SplittableRandom random = new SplittableRandom(~seeds[i]);
            long loop = Math.round(-Math.log(1 - random.nextDouble()) * LOOP_NANOS);
            long arrival = received[i] + loop + random.nextLong(MIN_NANOS, MAX_NANOS + 1);
            last[followers[i]] = Math.max(last[followers[i]], arrival);
            passed[i] = last[followers[i]];
        }
        return passed;
    }
}
