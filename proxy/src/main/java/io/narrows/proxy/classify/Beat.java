package io.narrows.proxy.classify;

/** The regularity of one direction of a connection: counts messages of one size at an even pace. Not thread-safe. */
final class Beat {
    /** Minimum period; faster messages are a dialogue, each sent as soon as the previous one was answered. */
    private static final long MIN_PERIOD_NANOS = 5_000_000L;

    /** Tolerance in bytes: counters and timestamps of variable length change a heartbeat's size a little. */
    private static final int SIZE_TOLERANCE = 16;

    /** A gap may differ from the period by 1/{@value} of it. */
    private static final int GAP_TOLERANCE = 3;

    /** With each gap, the period moves by 1/{@value} of the difference. */
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

    /** Forgets the messages so far; counting starts over with the next one. */
    void restart() {
        size = UNLIKE_ANY;
        steady = 0;
    }

    /** Returns the number of consecutive even gaps, up to the last message. */
    int steady() {
        return steady;
    }

    /** Returns the total length of those gaps, in nanoseconds; 0 without one. */
    long steadyNanos() {
        return steady == 0 ? 0 : last - steadySince;
    }

    /** Returns the size of the last message, in bytes. */
    int size() {
        return size;
    }
}
