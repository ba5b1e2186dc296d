package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import java.util.EnumMap;
import java.util.Map;

/** Divides the resources that a group used during a load by the load's operations. */
final class StoreFigures {
    private static final double BYTES_PER_MB = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    private StoreFigures() {}

    /**
     * Returns the figures of a load.
     *
     * @param taken by the group during the load, for all its operations
     * @throws IllegalArgumentException if no operation of those that the load is named after was acknowledged
     */
    static Map<Metric, Double> of(StoreLoad load, LoadFigures done, Taken taken) {
        LatencyFigures counted = load.counted(done);
        double operations = counted.count();
        if (operations == 0) {
            throw new IllegalArgumentException("no " + load + " were acknowledged (expected: at least one)");
        }
        Map<Metric, Double> figures = ofUse(taken, operations);
        figures.put(Metric.OPERATIONS_PER_S, operations / done.seconds());
        figures.put(Metric.P50_MS, counted.p50() * MILLIS_PER_SECOND);
        figures.put(Metric.P99_MS, counted.p99() * MILLIS_PER_SECOND);
        figures.put(Metric.CLIENT_CPU_S, done.cpuSeconds());
        figures.put(Metric.PEER_BYTES_PER_OPERATION, taken.peerBytes() / operations);
        figures.put(Metric.WIRE_BYTES_PER_OPERATION, taken.wireBytes() / operations);
        figures.put(Metric.WIRE_RATIO, taken.wireBytes() / taken.peerBytes());
        figures.put(Metric.DISK_MB, taken.diskBytes() / BYTES_PER_MB);
        return figures;
    }

    /**
     * Returns the figures that every load on a group has: processor time and elections.
     *
     * @param taken by the group during the load
     * @param operations number of operations of the load, at least 1
     */
    static Map<Metric, Double> ofUse(Taken taken, double operations) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.STORE_CPU_S, taken.storeCpuSeconds());
        figures.put(Metric.STORE_CPU_US_PER_OPERATION, taken.storeCpuSeconds() * MICROS_PER_SECOND / operations);
        figures.put(Metric.SIDECAR_CPU_S, taken.sidecarCpuSeconds());
        figures.put(Metric.ELECTIONS, (double) taken.term());
        return figures;
    }
}
