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

    private int size = Integer.MAX_VALUE;
    private long last;
    private long period;
    private int steady;

    void message(int length, long now) {
        boolean alike = Math.abs(length - size) <= SIZE_TOLERANCE;
        long gap = now - last;
        size = length;
        last = now;
        if (alike && steady > 0 && Math.abs(gap - period) <= period / GAP_TOLERANCE) {
            period += (gap - period) / SMOOTHING;
            steady++;
        } else {
            period = gap;
            steady = alike && gap >= MIN_PERIOD_NANOS ? 1 : 0;
        }
    }

    /** Forgets what was steady. */
    void restart() {
        steady = 0;
    }

    /** How many gaps in a row were alike, up to the last message. */
    int steady() {
        return steady;
    }

    /** The bytes of the last message. */
    int size() {
        return size;
    }
}
