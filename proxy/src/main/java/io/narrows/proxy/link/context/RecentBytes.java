package io.narrows.proxy.link.context;

/**
 * Whether a link has carried much in the last seconds, so that memory is worth more to it than to a quiet one, or little for minutes. Not
 * thread-safe.
 */
final class RecentBytes {
    /** Bytes within two periods of a busy link: half of what the first step of memory has room for. */
    static final long BUSY_BYTES = 32 << 10;

    static final long PERIOD_NANOS = 10_000_000_000L;

    /** Time after which a link that is no longer busy is quiet, and may lose its history. */
    static final long QUIET_NANOS = 300_000_000_000L;

    private long since;
    private long bytes;
    private long before;
    private long busyAt;

    /** @param now on the nano clock */
    RecentBytes(long now) {
        since = now;
        busyAt = now;
    }

    /** @param now on the nano clock */
    void add(int more, long now) {
        pass(now);
        bytes += more;
        if (bytes + before >= BUSY_BYTES) {
            busyAt = now;
        }
    }

    /**
     * Records that the link needs more memory than it had, for example for one frame with many models: it is not quiet.
     *
     * @param now on the nano clock
     */
    void needsMore(long now) {
        busyAt = now;
    }

    /** @param now on the nano clock */
    boolean isBusy(long now) {
        pass(now);
        return bytes + before >= BUSY_BYTES;
    }

    /** @param now on the nano clock */
    boolean isQuiet(long now) {
        return now - busyAt >= QUIET_NANOS;
    }

    private void pass(long now) {
        long passed = now - since;
        if (passed >= PERIOD_NANOS) {
            before = passed < 2 * PERIOD_NANOS ? bytes : 0;
            bytes = 0;
            since = now;
        }
    }
}
