package io.narrows.storage.bench.sst;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * One run, measured.
 *
 * @param cpuSeconds of all threads of the process, those of the virtual machine and of RocksDB too
 * @param otherLoad how many processors were busy with other processes meanwhile
 */
record Sample(double seconds, double cpuSeconds, double otherLoad, Outcome outcome) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double NANOS = 1e9;

    /** USER_HZ, the unit of times in /proc: 100 on every architecture that Debian runs on. */
    private static final double TICKS = 100;

    static Sample of(Trial.Work work) throws Exception {
        System.gc(); // so that nobody clears up behind another
        double busy = busySeconds();
        long cpu = SYSTEM.getProcessCpuTime();
        long begun = System.nanoTime();
        Outcome outcome = work.run();
        double seconds = (System.nanoTime() - begun) / NANOS;
        double own = (SYSTEM.getProcessCpuTime() - cpu) / NANOS;
        return new Sample(seconds, own, Math.max(0, (busySeconds() - busy - own) / seconds), outcome);
    }

    double operationsPerCpuSecond() {
        return outcome.operations() / cpuSeconds;
    }

    double fileBytes() {
        return outcome.fileBytes();
    }

    double wakeUps() {
        return outcome.wakeUps();
    }

    double switches() {
        return outcome.switches();
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
