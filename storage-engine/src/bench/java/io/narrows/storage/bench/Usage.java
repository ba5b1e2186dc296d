package io.narrows.storage.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process uses of the machine from a moment on, and what is left to it by others. */
public final class Usage {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double NANOS = 1e9;

    /** USER_HZ, the unit of times in /proc: 100 on every architecture that Debian runs on. */
    private static final double TICKS = 100;

    private final double busy;
    private final long cpu;
    private final long begun;

    private Usage(double busy, long cpu, long begun) {
        this.busy = busy;
        this.cpu = cpu;
        this.begun = begun;
    }

    /**
     * Time, measured.
     *
     * @param cpuSeconds of all threads of the process, those of the virtual machine and of native libraries too
     * @param otherLoad how many processors were busy with other processes meanwhile
     */
    public record Share(double seconds, double cpuSeconds, double otherLoad) {}

    public static Usage begin() throws IOException {
        return new Usage(busySeconds(), SYSTEM.getProcessCpuTime(), System.nanoTime());
    }

    /** Since the beginning; may be asked again. */
    public Share end() throws IOException {
        double seconds = (System.nanoTime() - begun) / NANOS;
        double own = (SYSTEM.getProcessCpuTime() - cpu) / NANOS;
        return new Share(seconds, own, Math.max(0, (busySeconds() - busy - own) / seconds));
    }

    /** The first line of /proc/stat, {@code cpu user nice system idle iowait irq softirq steal ...}, without the idle ones. */
    private static double busySeconds() throws IOException {
        String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
        return Stream.of(1, 2, 3, 6, 7, 8)
                        .mapToLong(field -> Long.parseLong(fields[field]))
                        .sum()
                / TICKS;
    }
}
