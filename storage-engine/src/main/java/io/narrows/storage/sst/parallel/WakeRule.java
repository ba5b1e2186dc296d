package io.narrows.storage.sst.parallel;

/**
 * Decides whether an emission should wake a worker. Waking a thread costs about as much as compressing a small block,
 * so a worker is woken only if there is a backlog, and the more workers have been woken, the more often the backlog
 * must have been seen: if workers repeatedly run out of work, there are enough of them. The constants are those of
 * RocksDB's auto-scaling. Not thread-safe, except for {@link #isBehind}.
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

    /** Returns whether one more worker would have enough work. */
    boolean isBehind(long state) {
        int attached = RingState.attached(state);
        return attached < mostAttached && RingState.backlog(state) >= slots / 4 + attached;
    }

    /** Returns whether the ring has fallen behind often enough, including this time. */
    boolean isDue() {
        return seen + 1 >= threshold;
    }

    /** Records that the ring was behind at an emission, and whether that woke a worker. */
    void wasBehind(boolean woken) {
        if (woken) {
            seen = 0;
            threshold = Math.min(threshold + 1, highest);
        } else {
            seen++;
        }
    }
}
