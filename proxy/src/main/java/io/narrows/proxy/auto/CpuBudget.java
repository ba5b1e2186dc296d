package io.narrows.proxy.auto;

/**
 * Judges whether the process keeps within the processors that it may use. Its clock, which advances in steps of 10 ms, is read every
 * 20 ms; the budget holds over 10 s. The process is over it when its use of the last 20 ms exceeds the budget, and the use of 10 s
 * would soon come close to it at the pace of the last second. So a burst that ends in time has no effect, and a lasting one is
 * noticed before it counts. Not thread-safe.
 */
final class CpuBudget {
    /** The horizon of the forecast: time to choose, and to see the effect. */
    private static final long AHEAD_NANOS = 2_000_000_000L;

    private static final long PACE_NANOS = 1_000_000_000L;

    /** The part of the budget that the forecast may reach. */
    private static final double NEARLY = 0.95;

    private CpuHistory history = new CpuHistory();

    /** Records a reading of the process's clock; see {@link CpuHistory#read}. */
    void read(long now, long usedNanos) {
        history.read(now, usedNanos);
    }

    /** Forgets all readings. */
    void clear() {
        history = new CpuHistory();
    }

    /** @param processors that the process may use */
    boolean isExceeded(double processors) {
        double pace = history.processors(PACE_NANOS);
        double forecast = history.usedNanos(CpuHistory.BUDGET_NANOS - AHEAD_NANOS) + AHEAD_NANOS * pace;
        return history.processors(CpuHistory.PERIOD_NANOS) > processors
                && pace > NEARLY * processors
                && forecast > NEARLY * processors * CpuHistory.BUDGET_NANOS;
    }

    /** Returns the processors in use over the last 20 ms. */
    double now() {
        return history.processors(CpuHistory.PERIOD_NANOS);
    }

    /** Returns the processors in use over the last second. */
    double pace() {
        return history.processors(PACE_NANOS);
    }

    /** Returns the processors in use over the last 10 s, or since the first reading. */
    double average() {
        return history.processors(CpuHistory.BUDGET_NANOS);
    }
}
