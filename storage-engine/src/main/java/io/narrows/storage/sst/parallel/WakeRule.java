package io.narrows.storage.sst.parallel;

/**
 * Whether an emission should wake a worker. To wake a thread costs about as much as to compress a small block, so there must
 * be a backlog first, and with each worker woken it must have been seen more often: when workers run out of work again and
 * again there are enough of them. The figures are those of RocksDB's auto-scaling. One ring's emitter uses it; any thread may
 * ask {@link #isBehind}.
 */
final class WakeRule {
    private final int slots;
    private final int mostAttached;
    private final int highest;
    private int threshold;
    private int seen;

    WakeRule(int slots, int workers) {
        this.slots = slots;
        mostAttached = Math.min(Math.min(workers, slots - 1), RingState.MAX_ATTACHED);
        highest = mostAttached + 8;
        threshold = -mostAttached;
    }

    /** Whether one worker more would have enough to do. */
    boolean isBehind(long state) {
        int attached = RingState.attached(state);
        return attached < mostAttached && RingState.backlog(state) >= slots / 4 + attached;
    }

    /** Whether the ring has been behind often enough, this time included. */
    boolean isDue() {
        return seen + 1 >= threshold;
    }

    /** The ring was behind at an emission, which woke a worker or did not. */
    void wasBehind(boolean woken) {
        if (woken) {
            seen = 0;
            threshold = Math.min(threshold + 1, highest);
        } else {
            seen++;
        }
    }
}
