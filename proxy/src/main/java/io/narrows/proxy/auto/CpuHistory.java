package io.narrows.proxy.auto;

/**
 * The processor time that the process used lately, from readings of its clock. Readings come every {@value #PERIOD_NANOS}
 * nanoseconds or less often. Not thread-safe.
 */
final class CpuHistory {
    static final long PERIOD_NANOS = 20_000_000;

    /** The period over which the budget holds. */
    static final long BUDGET_NANOS = 10_000_000_000L;

    /** More readings than fit into the budget's period. */
    private static final int CAPACITY = 1024;

    private final long[] at = new long[CAPACITY];
    private final long[] used = new long[CAPACITY];
    private long readings;

    /**
     * Records a reading.
     *
     * @param now on the nano clock
     * @param usedNanos processor time since the start of the process
     */
    void read(long now, long usedNanos) {
        int next = (int) (readings % CAPACITY);
        at[next] = now;
        used[next] = usedNanos;
        readings++;
    }

    /** Returns the processors in use over a period up to the last reading, on average; 0 without readings. */
    double processors(long nanos) {
        int from = before(nanos);
        long elapsed = readings == 0 ? 0 : at[newest()] - at[from];
        return elapsed == 0 ? 0 : (double) (used[newest()] - used[from]) / elapsed;
    }

    /** Returns the processor time used in a period up to the last reading, in nanoseconds. */
    long usedNanos(long nanos) {
        return readings == 0 ? 0 : used[newest()] - used[before(nanos)];
    }

    /** Returns the latest reading that is at least that old, or else the oldest one. */
    private int before(long nanos) {
        if (readings == 0) {
            return 0;
        }
        int newest = newest();
        int found = newest;
        for (long number = readings - 1; number >= Math.max(0, readings - CAPACITY); number--) {
            found = (int) (number % CAPACITY);
            if (at[newest] - at[found] >= nanos) {
                break;
            }
        }
        return found;
    }

    private int newest() {
        return (int) ((readings - 1) % CAPACITY);
    }
}
