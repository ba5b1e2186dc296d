package io.narrows.proxy.auto;

/**
 * The pace at which a link's socket takes bytes while they wait for it. A socket that takes them at once has none: it does not
 * delay them. Times are on the nano clock. Used on the link's event loop, except where noted.
 */
final class DrainRate {
    /** Bytes that wait for a shorter time are not backed up. */
    private static final long BACKED_UP_NANOS = 5_000_000;

    /** The time after which a backlog that has ended no longer matters. A link that compresses because of it shows no other one. */
    private static final long MEMORY_NANOS = 600_000_000_000L;

    /** Fewer bytes may wait because a thread stalled. */
    private static final int LEAST_BYTES = 64 << 10;

    /** The weight of the latest backlog. */
    private static final double WEIGHT = 0.5;

    private long waiting;
    private long drained;
    private long since;
    private volatile double nanosPerByte;
    private volatile long measuredAt;

    /** Records that bytes go to the socket. */
    void writing(int bytes, long now) {
        if (waiting == 0) {
            since = now;
            drained = 0;
        }
        waiting += bytes;
    }

    /** Records that the socket has taken bytes. */
    void written(int bytes, long now) {
        waiting = Math.max(0, waiting - bytes); // counting may have begun between a frame's two calls
        drained += bytes;
        long elapsed = now - since;
        if (elapsed >= BACKED_UP_NANOS && drained >= LEAST_BYTES) {
            measured((double) elapsed / drained, now);
            since = now;
            drained = 0;
        }
    }

    /** Forgets the bytes that wait, since they are not followed now. */
    void pause() {
        waiting = 0;
    }

    private void measured(double nanos, long now) {
        double before = nanosPerByte(now);
        nanosPerByte = before == 0 ? nanos : before + WEIGHT * (nanos - before);
        measuredAt = now;
    }

    /** Returns the time that a byte takes, in nanoseconds; 0 if bytes did not wait lately. Safe from any thread. */
    double nanosPerByte(long now) {
        double latest = nanosPerByte;
        return latest > 0 && now - measuredAt < MEMORY_NANOS ? latest : 0;
    }
}
