package io.narrows.proxy.classify;

/** One direction of a connection: how many messages of one size have come at an even pace. Not thread-safe. */
final class Beat {
    /** What comes faster is a dialogue, each message as soon as the one before was answered. */
    private static final long MIN_PERIOD_NANOS = 5_000_000L;

    /** Counters and timestamps of variable length change a heartbeat's size a little. */
    private static final int SIZE_TOLERANCE = 16;

    /** A gap may differ from the period by this part of it. */
    private static final int GAP_TOLERANCE = 3;

    /** The period follows the gaps by this part of their difference. */
    private static final int SMOOTHING = 8;

    private static final int UNLIKE_ANY = Integer.MAX_VALUE;

    private int size = UNLIKE_ANY;
    private long last;
    private long period;
    private long steadySince;
    private int steady;

    void message(int length, long now) {
        boolean alike = Math.abs(length - size) <= SIZE_TOLERANCE;
        long before = last;
        long gap = now - before;
        size = length;
        last = now;
        if (alike && steady > 0 && Math.abs(gap - period) <= period / GAP_TOLERANCE) {
            period += (gap - period) / SMOOTHING;
            steady++;
        } else {
            period = gap;
            steadySince = before;
            steady = alike && gap >= MIN_PERIOD_NANOS ? 1 : 0;
        }
    }

    /** Forgets the messages so far: the next one begins anew. */
    void restart() {
        size = UNLIKE_ANY;
        steady = 0;
    }

    /** How many gaps in a row were alike, up to the last message. */
    int steady() {
        return steady;
    }

    /** How long those gaps have lasted, in nanoseconds; 0 without one. */
    long steadyNanos() {
        return steady == 0 ? 0 : last - steadySince;
    }

    /** The bytes of the last message. */
    int size() {
        return size;
    }
}
