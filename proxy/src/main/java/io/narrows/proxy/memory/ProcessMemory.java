package io.narrows.proxy.memory;

import com.sun.management.OperatingSystemMXBean;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;

/**
 * The memory limits of a process, in bytes.
 *
 * @param heap the limit of the Java heap: {@code -Xmx}
 * @param direct the limit of direct buffers: {@code -XX:MaxDirectMemorySize}
 * @param total the limit of the container, or the memory of the machine without a container limit
 */
public record ProcessMemory(long heap, long direct, long total) {
    /** Returns the limits of this process. The JVM reads the container's limit from its control group. */
    public static ProcessMemory ofThisProcess() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new ProcessMemory(
                Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory(), system.getTotalMemorySize());
    }
}
