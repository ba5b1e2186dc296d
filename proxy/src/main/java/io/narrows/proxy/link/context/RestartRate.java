package io.narrows.proxy.link.context;

/**
 * Limits how often contexts restart for lack of memory: half as often as receivers let pass without a pause. Not thread-safe.
 */
final class RestartRate {
    private static final int BURST = 8;
    private static final long INTERVAL_NANOS = 500_000_000L;

    private int left = BURST;
    private long since;

    /** @param now on the nano clock */
    RestartRate(long now) {
        since = now;
    }

    /**
     * Counts a restart.
     *
     * @param now on the nano clock
     * @return false, with nothing counted, if there were too many
     */
    boolean allows(long now) {
        long more = (now - since) / INTERVAL_NANOS;
        if (more > 0) {
            left = (int) Math.min(BURST, left + more);
            since = now;
        }
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
}
