package io.narrows.bench.region;

import java.util.SplittableRandom;

/**
 * A path between two regions, and TCP over it with a sender that is never limited by its window.
 *
 * @param delayNanos of a segment one way, at least
 * @param jitterNanos of each segment in addition, the absolute value of a normal variable with this deviation
 * @param loss probability that a segment is lost, below 1; segments are lost independently of each other
 */
record Border(long delayNanos, long jitterNanos, double loss) {
    /** Later segments whose acknowledgments reveal a loss at once. */
    private static final int DUPLICATES = 3;

    Border {
        if (loss < 0 || loss >= 1) {
            throw new IllegalArgumentException("loss %s (expected: 0 to below 1)".formatted(loss));
        }
    }

    /**
     * Returns when each frame is complete at the receiver, which reads segments in order.
     *
     * @param seeds for each frame: frames with equal seeds and equally many segments have equal luck
     * @param sent when each frame was sent, in order
     * @param segments of each frame
     */
    long[] arrivals(long[] seeds, long[] sent, int[] segments) {
        long[] arrivals = new long[sent.length];
        long last = Long.MIN_VALUE;
        for (int i = 0; i < sent.length; i++) {
            SplittableRandom random = new SplittableRandom(seeds[i]);
            for (int segment = 0; segment < segments[i]; segment++) {
                last = Math.max(last, arrival(i, segments[i] - 1 - segment, sent, segments, random));
            }
            arrivals[i] = last;
        }
        return arrivals;
    }

    private long arrival(int frame, int behind, long[] sent, int[] segments, SplittableRandom random) {
        long left = sent[frame];
        if (random.nextDouble() < loss) {
            left = detected(frame, behind, sent, segments);
            while (random.nextDouble() < loss) {
                left += reordering();
            }
        }
        return left + delayNanos + Math.round(Math.abs(random.nextGaussian()) * jitterNanos);
    }

    /**
     * Returns when the sender notices that a segment was lost: by three later segments, by one and a quarter of a round trip (RACK), or by
     * a probe after two round trips (TLP).
     *
     * @param behind segments of the same frame behind it
     */
    private long detected(int frame, int behind, long[] sent, int[] segments) {
        int later = behind;
        int at = frame;
        long first = later > 0 ? sent[frame] : Long.MAX_VALUE;
        while (later < DUPLICATES && at + 1 < sent.length) {
            at++;
            later += segments[at];
            first = Math.min(first, sent[at]);
        }
        long detected = sent[frame] + 2 * roundTrip();
        if (first < Long.MAX_VALUE) {
            detected = Math.min(detected, first + reordering());
        }
        return later < DUPLICATES ? detected : Math.min(detected, sent[at] + roundTrip());
    }

    /** Returns how long after a later segment was sent its acknowledgment shows, by RACK, that an earlier one was lost. */
    private long reordering() {
        return roundTrip() + roundTrip() / 4;
    }

    private long roundTrip() {
        return 2 * delayNanos;
    }
}
