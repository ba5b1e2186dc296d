package io.narrows.proxy.auto;

/**
 * The time for which a link that gave way needs no more processor time than it then did: 10 s, and twice as long, up to 5 minutes,
 * each time it gives way again within a minute after the hold. A link that gives way during the hold begins it again. Times are on
 * the nano clock. Not thread-safe.
 */
final class Hold {
    static final long SHORTEST_NANOS = 10_000_000_000L;
    static final long LONGEST_NANOS = 300_000_000_000L;
    static final long RELAPSE_NANOS = 60_000_000_000L;

    private long nanos;
    private long since;
    private double mostNanosPerByte = Double.POSITIVE_INFINITY;

    /** @param nanosPerByte what the link may use from now on */
    void gaveWay(double nanosPerByte, long now) {
        if (!lasts(now)) {
            boolean isRelapse = nanos > 0 && now - since < nanos + RELAPSE_NANOS;
            nanos = isRelapse ? Math.min(2 * nanos, LONGEST_NANOS) : SHORTEST_NANOS;
        }
        since = now;
        mostNanosPerByte = nanosPerByte;
    }

    boolean lasts(long now) {
        return nanos > 0 && now - since < nanos;
    }

    /** Returns the most processor time that a candidate may need now, in nanoseconds per app byte. */
    double mostNanosPerByte(long now) {
        return lasts(now) ? mostNanosPerByte : Double.POSITIVE_INFINITY;
    }
}
