package io.narrows.bench;

import io.narrows.bench.load.CarryingLinks;
import io.narrows.bench.load.IdleLinks;
import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Resident;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.TwoClassTunnel;
import io.narrows.tests.support.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the memory of sidecars with many open links, most of which pass little traffic as it is, while some carry recorded traffic with
 * dense. Nothing asks a JVM to collect.
 *
 * @param content that the dense links carry
 */
record ManyLinks(Routes routes, byte[] content) {
    /** The label of the tunnel in tables. */
    static final String PEER = "narrows none and dense:2";

    /** Sockets of each of the three processes for each link. */
    private static final int FILES_PER_LINK = 2;

    /** Open files of a process besides: its jars, listeners, ready links and event loops. */
    private static final int OTHER_FILES = 400;

    private static final int BURSTS = 4;
    private static final int BURST_BYTES = 16 << 10;
    private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(10);

    /** More than the 20 s in which a sidecar collects the heap of ended links; arrays in its pool may be returned up to 40 s later. */
    private static final Duration SETTLED = Duration.ofSeconds(30);

    private static final double BYTES_PER_MB = 1e6;

    /** The figures of each end, the exit's first. */
    record Figures(List<Map<Metric, Double>> resident, List<Map<Metric, Double>> heap) {
        private static Figures empty() {
            return new Figures(ofBothEnds(), ofBothEnds());
        }

        private static List<Map<Metric, Double>> ofBothEnds() {
            return List.of(new EnumMap<>(Metric.class), new EnumMap<>(Metric.class));
        }
    }

    /**
     * Returns how many links fit into a limit of open files that each process has, at most as many as wanted.
     *
     * @param files the limit
     */
    static int fitting(int wanted, long files) {
        return (int) Math.max(0, Math.min(wanted, (files - OTHER_FILES) / FILES_PER_LINK));
    }

    /**
     * Opens the links, has the dense ones carry traffic in bursts, and closes all.
     *
     * @param links all together
     * @param dense those of them that dense compresses
     */
    Figures measure(int links, int dense) throws IOException {
        Figures figures = Figures.empty();
        try (TwoClassTunnel tunnel = TwoClassTunnel.open(routes.next(), routes.next())) {
            Measurement.pause(SETTLED);
            List<String> before = tunnel.logs();
            put(Metric.IDLE_MB, tunnel, figures);
            carry(tunnel, links, dense, figures);
            Measurement.pause(DenseMemory.AFTER);
            tunnel.check();
            put(Metric.AFTER_MB, tunnel, figures);
            List<String> after = tunnel.logs();
            List<String> metrics = tunnel.metrics();
            for (int end = 0; end < metrics.size(); end++) {
                Map<Metric, Double> resident = figures.resident().get(end);
                resident.put(Metric.LINKS, (double) links);
                resident.put(Metric.DENSE_LINKS, (double) dense);
                resident.put(
                        Metric.RAW_FRAMES,
                        new Metrics(metrics.get(end)).sum("narrows_raw_frames_total", "reason=\"memory\""));
                HeapStops.between(before.get(end), after.get(end))
                        .addTo(figures.heap().get(end));
            }
        }
        return figures;
    }

    private void carry(TwoClassTunnel tunnel, int links, int dense, Figures figures) throws IOException {
        try (IdleLinks passing = new IdleLinks(tunnel.passing(), links - dense)) {
            exchange(passing);
            Measurement.pause(SETTLED);
            put(Metric.WITH_PASSING_MB, tunnel, figures);
            try (CarryingLinks carrying = new CarryingLinks(tunnel.dense(), dense, content)) {
                for (int burst = 0; burst < BURSTS; burst++) {
                    carrying.carry(BURST_BYTES, tunnel::check);
                    exchange(passing);
                    Measurement.pause(BETWEEN_BURSTS);
                }
                put(Metric.WITH_DENSE_MB, tunnel, figures);
            }
        }
    }

    private static void exchange(IdleLinks passing) throws IOException {
        int mismatches = passing.exchange();
        if (mismatches > 0) {
            throw new IOException("messages of " + mismatches + " passing links arrived changed");
        }
    }

    private static void put(Metric metric, TwoClassTunnel tunnel, Figures figures) throws IOException {
        List<Resident> resident = tunnel.resident();
        List<String> metrics = tunnel.metrics();
        for (int end = 0; end < resident.size(); end++) {
            figures.resident().get(end).put(metric, resident.get(end).bytes() / BYTES_PER_MB);
            double used = new Metrics(metrics.get(end)).sum("jvm_memory_used_bytes", "area=\"heap\"");
            figures.heap().get(end).put(metric, used / BYTES_PER_MB);
        }
    }
}
