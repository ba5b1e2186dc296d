package io.narrows.proxy.link.context;

/** The time of the next request for memory that the peer has refused: after a second, then twice as long each time. Not thread-safe. */
public final class GrantRetry {
    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;
    private static final long LAST_WAIT_NANOS = 64 * FIRST_WAIT_NANOS;

    private long waitNanos = FIRST_WAIT_NANOS / 2;
    private long since;

    /** @param now on the nano clock */
    public void refused(long now) {
        waitNanos = Math.min(LAST_WAIT_NANOS, 2 * waitNanos);
        since = now;
    }

    /** @param now on the nano clock */
    public boolean isDue(long now) {
        return now - since >= waitNanos;
    }
}
