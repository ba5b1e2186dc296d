package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** Measures the processors kept busy by anything except this process and its descendants. */
final class OtherLoad {
    private static final double TICKS_PER_SECOND = 100;

    private final long begun = System.nanoTime();
    private final double busy = busySeconds();
    private final double own = ownSeconds();

    /** Starts the measurement. */
    OtherLoad() throws IOException {}

    /** A measurement that may throw one more kind of exception than {@link IOException}. */
    @FunctionalInterface
    interface Measured<E extends Exception> {
        Map<Metric, Double> run() throws IOException, E;
    }

    /** Returns the figures of a measurement, with {@link Metric#OTHER_LOAD} during it. */
    static <E extends Exception> Map<Metric, Double> during(Measured<E> measured) throws IOException, E {
        OtherLoad other = new OtherLoad();
        Map<Metric, Double> figures = new EnumMap<>(measured.run());
        figures.put(Metric.OTHER_LOAD, other.sinceThen());
        return figures;
    }

    /** Returns the load since the start; imprecise for short times, since the clocks of /proc have a resolution of 10 ms. */
    double sinceThen() throws IOException {
        double seconds = (System.nanoTime() - begun) / 1e9;
        return Math.max(0, (busySeconds() - busy - (ownSeconds() - own)) / seconds);
    }

    private static double ownSeconds() {
        return ProcessTree.cpuSeconds(ProcessHandle.current());
    }

    private static double busySeconds() throws IOException {
        return busyTicks(Files.readString(Path.of("/proc/stat"))) / TICKS_PER_SECOND;
    }

    /** Sums the line {@code cpu user nice system idle iowait irq softirq steal ...} without the idle times. */
    static long busyTicks(String stat) {
        String[] fields = stat.substring(0, stat.indexOf('\n')).split(" +");
        return Stream.of(1, 2, 3, 6, 7, 8)
                .mapToLong(field -> Long.parseLong(fields[field]))
                .sum();
    }
}
