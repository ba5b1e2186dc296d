package io.narrows.proxy.link.receive;

/**
 * Limits how often a peer may start or restart the contexts of one link, since a NEW frame of a few bytes makes the
 * receiver allocate or clear models and tables. A token bucket, which an honest sender never empties. Not thread-safe.
 */
public final class RestartLimit {
    /** Capacity: one restart of each codec, and some more for policy changes. */
    static final int BURST = 16;

    /** Time to refill one token. A sender steps down and back at most once in twice that time. */
    static final long INTERVAL_NANOS = 250_000_000;

    /**
     * Virtual time of the generic cell rate algorithm: the time at which the bucket is full, minus that of refilling
     * all tokens.
     */
    private long emptyAt;

    /** @param now time on the nano clock */
    public RestartLimit(long now) {
        emptyAt = now - BURST * INTERVAL_NANOS;
    }

    /**
     * Counts a restart.
     *
     * @return nanoseconds to pause the link for; 0 if a token is left
     */
    public long restarted(long now) {
        long ofFullBucket = now - BURST * INTERVAL_NANOS;
        if (ofFullBucket - emptyAt > 0) {
            emptyAt = ofFullBucket;
        }
        emptyAt += INTERVAL_NANOS;
        return Math.max(0, emptyAt + INTERVAL_NANOS - now);
    }
}
