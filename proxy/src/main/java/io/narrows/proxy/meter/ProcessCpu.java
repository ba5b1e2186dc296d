package io.narrows.proxy.meter;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process. */
public final class ProcessCpu {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ProcessCpu() {}

    /** Returns the time since the start of the process, in nanoseconds. */
    public static long nanos() {
        return SYSTEM.getProcessCpuTime();
    }
}
