package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.lab.load.Demand;
import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Population;
import io.narrows.lab.load.Tls;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Runs the load of {@code narrows bench node} on a group, and measures the group's resource usage. */
public final class StoreTrial {
    private static final double BYTES_PER_MB = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final int LIMIT = 20;
    private static final int WATCHES = 3;

    private final int clients;
    private final double rate;

    /**
     * @param clients number of clients, each with one operation at a time
     * @param rate writes per second, 0 for as many as possible
     */
    public StoreTrial(int clients, double rate) {
        this.clients = clients;
        this.rate = rate;
    }

    /**
     * Runs the load once, for a given time, with all members started.
     *
     * @throws IOException if operations were abandoned
     */
    public Map<Metric, Double> run(MeasuredGroup group, Duration time) throws IOException, InterruptedException {
        LoadSettings settings = new LoadSettings(
                group.endpoints(),
                Tls.NONE,
                time,
                0,
                Population.DEFAULT,
                new Demand(clients, rate, Mix.DEFAULT, LIMIT, WATCHES));
        try (EtcdLoad load = EtcdLoad.prepare(settings)) {
            Taken before = group.taken();
            load.start();
            LoadFigures done = load.awaitEnd();
            group.requireAlive();
            if (done.failed().values().stream().anyMatch(count -> count > 0)) {
                throw new IOException("operations were given up: " + done.failed() + ", errors: " + done.errors());
            }
            return figures(done, group.taken().since(before));
        }
    }

    private static Map<Metric, Double> figures(LoadFigures done, Taken taken) {
        double writes = done.writes().count();
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.WRITES_PER_S, done.writesPerSecond());
        figures.put(Metric.P50_MS, done.writes().p50() * MILLIS_PER_SECOND);
        figures.put(Metric.P99_MS, done.writes().p99() * MILLIS_PER_SECOND);
        figures.put(Metric.WRITES_PER_CPU_S, writes / taken.storeCpuSeconds());
        figures.put(Metric.STORE_CPU_S, taken.storeCpuSeconds());
        figures.put(Metric.SIDECAR_CPU_S, taken.sidecarCpuSeconds());
        figures.put(Metric.PEER_BYTES_PER_WRITE, taken.peerBytes() / writes);
        figures.put(Metric.WIRE_BYTES_PER_WRITE, taken.wireBytes() / writes);
        figures.put(Metric.WIRE_RATIO, taken.wireBytes() / taken.peerBytes());
        figures.put(Metric.DISK_MB, taken.diskBytes() / BYTES_PER_MB);
        figures.put(Metric.ELECTIONS, (double) taken.term());
        return figures;
    }
}
