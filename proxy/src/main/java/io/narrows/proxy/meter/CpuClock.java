package io.narrows.proxy.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Measures the processor time of a repeated piece of work by a sample: the thread clock is a system call, dearer than
 * compressing a heartbeat. The first runs are all measured, later one of {@value #PERIOD}, which stands for all. Not
 * thread-safe: one for each piece of work of an event loop.
 */
public final class CpuClock {
    private static final int PERIOD = 32;
    private static final int MEASURED_AT_FIRST = 32;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private int runs;
    private long startedAt;
    private boolean measuring;

    /** Before the work. */
    public void start() {
        runs++;
        measuring = runs <= MEASURED_AT_FIRST || runs % PERIOD == 0;
        if (measuring) {
            startedAt = THREADS.getCurrentThreadCpuTime();
        }
    }

    /** After the work: the nanoseconds to count, 0 for a run that another one stands for. */
    public long stop() {
        if (!measuring) {
            return 0;
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - startedAt;
        return runs <= MEASURED_AT_FIRST ? nanos : nanos * PERIOD;
    }
}
