package io.narrows.proxy.transport;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The file descriptors of this process. */
public final class Descriptors {
    private Descriptors() {}

    /** Returns the limit on open file descriptors; {@code Long.MAX_VALUE} if unknown. */
    public static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
