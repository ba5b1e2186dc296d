package io.narrows.middleware.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of the current thread. */
final class ThreadCpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadCpu() {}

    static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
