package io.narrows.proxy.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Measures the processor time of a repeated piece of work by sampling, since the thread clock is a system call, slower
 * than compressing a heartbeat. The first runs are all measured; after that, one run in {@value #PERIOD} is measured
 * and extrapolated to all. Not thread-safe: use one for each piece of work of an event loop.
 */
public final class CpuClock {
    private static final int PERIOD = 32;
    private static final int MEASURED_AT_FIRST = 32;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int period;
    private int runs;
    private long startedAt;
    private boolean measuring;

    public CpuClock() {
        this(PERIOD);
    }

    private CpuClock(int period) {
        this.period = period;
    }

    /** Returns a clock that measures every run, for work that takes much longer than the clock. */
    public static CpuClock exact() {
        return new CpuClock(1);
    }

    /** Starts measuring, before the work. */
    public void start() {
        runs++;
        measuring = runs <= MEASURED_AT_FIRST || runs % period == 0;
        if (measuring) {
            startedAt = THREADS.getCurrentThreadCpuTime();
        }
    }

    /**
     * Stops measuring, after the work; returns the nanoseconds to count, or 0 for a run that is covered by another
     * one.
     */
    public long stop() {
        if (!measuring) {
            return 0;
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - startedAt;
        return runs <= MEASURED_AT_FIRST ? nanos : nanos * period;
    }
}
