package io.narrows.proxy.link;

/**
 * How often a peer may start or restart a context of one link: a frame that says NEW is dearer than its few bytes, since models and
 * tables are allocated or cleared for it. A bucket of tokens, which an honest sender never empties. Not thread-safe.
 */
final class RestartLimit {
    /** Restarts in a row: one of each codec, and some for policies that change. */
    static final int BURST = 16;

    /** One more each so often; a sender steps down and back once in twice that time at most. */
    static final long INTERVAL_NANOS = 250_000_000;

    /** When the bucket was, or will be, full, less all of its tokens: the virtual time of the generic cell rate algorithm. */
    private long emptyAt;

    /** @param now by the nano clock */
    RestartLimit(long now) {
        emptyAt = now - BURST * INTERVAL_NANOS;
    }

    /**
     * Counts a restart.
     *
     * @return how long the link is to be paused, in nanoseconds; 0 while there are tokens left
     */
    long restarted(long now) {
        long ofFullBucket = now - BURST * INTERVAL_NANOS;
        if (ofFullBucket - emptyAt > 0) {
            emptyAt = ofFullBucket;
        }
        emptyAt += INTERVAL_NANOS;
        return Math.max(0, emptyAt + INTERVAL_NANOS - now);
    }
}
