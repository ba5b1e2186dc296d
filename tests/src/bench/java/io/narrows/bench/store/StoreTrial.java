package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Tls;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Runs a load on a group, and measures the group's resource usage. */
public final class StoreTrial implements AutoCloseable {
    private final MeasuredGroup group;
    private final StoreLoad load;
    private final EtcdLoad clients;
    private final Duration compactionPeriod;

    private StoreTrial(MeasuredGroup group, StoreLoad load, EtcdLoad clients, Duration compactionPeriod) {
        this.group = group;
        this.load = load;
        this.clients = clients;
        this.compactionPeriod = compactionPeriod;
    }

    /**
     * Creates the objects of a load on a group whose members are all started.
     *
     * @param clients number of clients, each with one operation at a time
     * @param rate of the operations that the load is named after, per second; 0 for as many as possible
     * @param time of the measurement
     * @param compactionPeriod time between two compactions, for a load with compactions
     */
    public static StoreTrial prepare(
            MeasuredGroup group, StoreLoad load, int clients, double rate, Duration time, Duration compactionPeriod)
            throws IOException, InterruptedException {
        LoadSettings settings =
                new LoadSettings(group.endpoints(), Tls.NONE, time, 0, load.population(), load.demand(clients, rate));
        return new StoreTrial(group, load, EtcdLoad.prepare(settings), compactionPeriod);
    }

    /** Runs the load for a while without measuring it; not at all if the time is zero. */
    public void warmUp(Duration time) throws InterruptedException {
        if (!time.isZero()) {
            clients.warmUp(time);
        }
    }

    /**
     * Runs the load once.
     *
     * @throws IOException if operations were abandoned
     */
    public Map<Metric, Double> run() throws IOException, InterruptedException {
        Taken before = group.taken();
        LoadFigures done = load.compacts() ? ranCompacted() : ran();
        group.requireAlive();
        if (done.failed().values().stream().anyMatch(count -> count > 0)) {
            throw new IOException("operations were given up: " + done.failed() + ", errors: " + done.errors());
        }
        return StoreFigures.of(load, done, group.taken().since(before));
    }

    private LoadFigures ranCompacted() throws IOException, InterruptedException {
        Compactor compactor = new Compactor(group, compactionPeriod);
        try {
            return ran();
        } finally {
            compactor.end();
        }
    }

    private LoadFigures ran() throws InterruptedException {
        clients.start();
        return clients.awaitEnd();
    }

    @Override
    public void close() {
        clients.close();
    }
}
