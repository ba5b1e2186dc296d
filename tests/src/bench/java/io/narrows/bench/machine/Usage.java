package io.narrows.bench.machine;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Measures the machine's resources used by this process since a moment, and by other processes. */
public final class Usage {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double NANOS = 1e9;

    /** USER_HZ, the unit of times in /proc: 100 on every architecture that Debian supports. */
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
     * The usage in a period.
     *
     * @param cpuSeconds processor time of all threads of the process, including those of the virtual machine and of native
     *     libraries
     * @param otherLoad average number of processors busy with other processes
     */
    public record Share(double seconds, double cpuSeconds, double otherLoad) {}

    public static Usage begin() throws IOException {
        return new Usage(busySeconds(), SYSTEM.getProcessCpuTime(), System.nanoTime());
    }

    /** Returns the usage since the beginning; may be called repeatedly. */
    public Share end() throws IOException {
        double seconds = (System.nanoTime() - begun) / NANOS;
        double own = (SYSTEM.getProcessCpuTime() - cpu) / NANOS;
        return new Share(seconds, own, Math.max(0, (busySeconds() - busy - own) / seconds));
    }

    /**
     * Sums the first line of /proc/stat, {@code cpu user nice system idle iowait irq softirq steal ...}, without the idle
     * times.
     */
    private static double busySeconds() throws IOException {
        String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
        return Stream.of(1, 2, 3, 6, 7, 8)
                        .mapToLong(field -> Long.parseLong(fields[field]))
                        .sum()
                / TICKS;
    }
}
