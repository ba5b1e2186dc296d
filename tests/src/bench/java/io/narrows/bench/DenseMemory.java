package io.narrows.bench;

import io.narrows.bench.load.CarryingLinks;
import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Resident;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Tunnel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the memory that dense links take, and that they leave after they are closed. Nothing asks a JVM to collect.
 *
 * @param content that they carry
 * @param bytes that each carries in each direction
 */
record DenseMemory(Routes routes, byte[] content, int bytes) {
    /** Time until the memory after the links is read. */
    static final Duration AFTER = Duration.ofMinutes(1);

    private static final Duration BEFORE = Duration.ofSeconds(30);
    private static final double BYTES_PER_MB = 1e6;

    /**
     * Opens and closes links in batches, several times.
     *
     * @param peer whose ends log their collections
     * @param links each time
     * @param together how many are open at a time
     * @return figures of each end, the exit's first
     */
    List<Map<Metric, Double>> comeAndGo(Peer peer, int links, int together, int times) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, routes.next().uncounted())) {
            awaitReady(peer, tunnel);
            Measurement.pause(BEFORE);
            List<String> before = tunnel.logs();
            Growth growth = new Growth(tunnel::resident);
            for (int time = 1; time <= times; time++) {
                for (int left = links; left > 0; left -= together) {
                    int batch = Math.min(left, together);
                    try (CarryingLinks open = new CarryingLinks(tunnel.route(), batch, content)) {
                        open.carry(bytes, growth::sample);
                    }
                }
                Measurement.pause(AFTER);
                tunnel.check();
                growth.put(Metric.AFTER_LAST_MORE_MB);
                if (time == 1) {
                    growth.put(Metric.AFTER_FIRST_MORE_MB);
                }
            }
            growth.put(Metric.LINKS, links);
            List<String> after = tunnel.logs();
            for (int end = 0; end < after.size(); end++) {
                HeapStops.between(before.get(end), after.get(end))
                        .addTo(growth.figures().get(end));
            }
            return growth.figures();
        }
    }

    private static void awaitReady(Peer peer, Tunnel tunnel) throws IOException {
        while (!peer.ready(tunnel.route())) {
            tunnel.check();
            Measurement.settle();
        }
    }

    /** Reads the memory of both ends. */
    private interface Reading {
        List<Resident> resident() throws IOException;
    }

    /** The memory of both ends, compared to that of the idle ends. */
    private static final class Growth {
        private final Reading reading;
        private final List<Map<Metric, Double>> figures = new ArrayList<>();

        Growth(Reading reading) throws IOException {
            this.reading = reading;
            for (Resident idle : reading.resident()) {
                Map<Metric, Double> figure = new EnumMap<>(Metric.class);
                figure.put(Metric.IDLE_MB, idle.bytes() / BYTES_PER_MB);
                figures.add(figure);
            }
        }

        /** Adds to the maximum of the growth. */
        void sample() throws IOException {
            List<Double> more = more();
            for (int end = 0; end < figures.size(); end++) {
                figures.get(end).merge(Metric.MOST_MORE_MB, more.get(end), Math::max);
            }
        }

        void put(Metric metric) throws IOException {
            List<Double> more = more();
            for (int end = 0; end < figures.size(); end++) {
                figures.get(end).put(metric, more.get(end));
            }
        }

        void put(Metric metric, double value) {
            figures.forEach(figure -> figure.put(metric, value));
        }

        private List<Double> more() throws IOException {
            List<Double> more = new ArrayList<>();
            for (Resident now : reading.resident()) {
                more.add(now.bytes() / BYTES_PER_MB - figures.get(more.size()).get(Metric.IDLE_MB));
            }
            return more;
        }

        List<Map<Metric, Double>> figures() {
            return figures;
        }
    }
}
