package io.narrows.proxy.transport;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The file descriptors of this process. */
public final class Descriptors {
    private Descriptors() {}

    /** The most that the process may have open; {@code Long.MAX_VALUE} where the system does not say. */
    public static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
