package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Resident;
import io.narrows.bench.tunnel.Route;
import io.narrows.bench.tunnel.Tunnel;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Starts a tunnel, and measures its idle ends. */
final class JustStarted {
    private static final double BYTES_PER_MB = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private JustStarted() {}

    /** Returns the figures of each end, the exit's first. */
    static List<Map<Metric, Double>> of(Peer peer, Route route) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, route)) {
            Measurement.settle();
            return List.of(startOf(tunnel, 0), startOf(tunnel, 1));
        }
    }

    private static Map<Metric, Double> startOf(Tunnel tunnel, int end) throws IOException {
        Map<Metric, Double> figures = new EnumMap<>(memory(tunnel.resident().get(end)));
        figures.put(Metric.START_S, tunnel.startTimes().get(end).toNanos() / NANOS_PER_SECOND);
        return figures;
    }

    /** Returns the figures after an idle time, which show the memory that each end keeps. */
    static List<Map<Metric, Double>> idleFor(Duration time, Peer peer, Route route) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, route)) {
            Measurement.pause(time);
            return tunnel.resident().stream().map(JustStarted::memory).toList();
        }
    }

    private static Map<Metric, Double> memory(Resident resident) {
        return Map.of(
                Metric.IDLE_MB, resident.bytes() / BYTES_PER_MB,
                Metric.IDLE_FILES_MB, resident.fileBytes() / BYTES_PER_MB);
    }
}
