package io.narrows.bench;

import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Resident;
import io.narrows.bench.tunnel.Route;
import io.narrows.bench.tunnel.Tunnel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Starts a tunnel, and looks at its ends before anything went through it. */
final class JustStarted {
    private static final double BYTES_PER_MB = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private JustStarted() {}

    /** The figures of each end, that at the exit first. */
    static List<Map<Metric, Double>> of(Peer peer, Route route) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, route)) {
            Measurement.settle();
            List<Resident> resident = tunnel.resident();
            IntFunction<Map<Metric, Double>> figures = end -> Map.of(
                    Metric.START_S,
                    tunnel.startTimes().get(end).toNanos() / NANOS_PER_SECOND,
                    Metric.IDLE_MB,
                    resident.get(end).bytes() / BYTES_PER_MB,
                    Metric.IDLE_FILES_MB,
                    resident.get(end).fileBytes() / BYTES_PER_MB);
            return List.of(figures.apply(0), figures.apply(1));
        }
    }
}
