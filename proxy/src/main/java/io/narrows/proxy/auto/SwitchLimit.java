package io.narrows.proxy.auto;

import java.util.Arrays;

/**
 * Limits how often a link changes its codec: {@value #MOST} times a minute. Half of them are kept for giving way, and the last of
 * these is to be used for the candidate that needs least. Times are on the nano clock. Not thread-safe.
 */
final class SwitchLimit {
    static final int MOST = 6;
    static final int MOST_BY_CHOICE = 3;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final long[] at = new long[MOST];
    private long switches;

    /** Records a switch. */
    void switched(long now) {
        at[(int) (switches++ % MOST)] = now;
    }

    boolean allows(SwitchReason reason, long now) {
        return recent(now) < (reason.isUrgent() ? MOST : MOST_BY_CHOICE);
    }

    /** Returns whether only one more switch is possible now. */
    boolean isLast(long now) {
        return recent(now) == MOST - 1;
    }

    private long recent(long now) {
        return Arrays.stream(at, 0, (int) Math.min(switches, MOST))
                .filter(time -> now - time < MINUTE_NANOS)
                .count();
    }
}
