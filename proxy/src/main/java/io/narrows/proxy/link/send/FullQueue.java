package io.narrows.proxy.link.send;

/**
 * Detects that the queue of a link's encoder stays full: the application writes faster than the codec encodes. Times are on the
 * nano clock. Not thread-safe.
 */
final class FullQueue {
    /** The time after which a full queue counts as lasting, unless it stayed empty for a {@link #PAUSE}. */
    private static final long PATIENCE = 250_000_000L;

    /**
     * A queue that is empty for a shorter time counts as never empty: the application is writing as fast as it can.
     */
    private static final long PAUSE = 25_000_000L;

    private boolean wasFull;
    private long fullAt;
    private boolean isEmpty;
    private long emptyAt;

    /** Records that the queue is full. */
    void full(long now) {
        if (!wasFull || pausedAt(now)) {
            wasFull = true;
            fullAt = now;
        }
        isEmpty = false;
    }

    /** Records that the queue is empty. */
    void empty(long now) {
        isEmpty = true;
        emptyAt = now;
    }

    private boolean pausedAt(long now) {
        return isEmpty && now - emptyAt >= PAUSE;
    }

    /** Returns whether the queue was full, and a quarter of a second later it still is never empty for long. */
    boolean lasts(long now) {
        return wasFull && !isEmpty && now - fullAt >= PATIENCE;
    }

    void reset() {
        wasFull = false;
    }
}
