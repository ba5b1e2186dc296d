package io.narrows.proxy.meter;

import io.narrows.config.SourceAddress;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports to Prometheus what happens at both ends of captured connections. */
public final class CaptureMetrics implements MultiCollector {
    private final PassedMeter passed;
    private final DeliveryMeter deliveries;

    public CaptureMetrics(PassedMeter passed, DeliveryMeter deliveries) {
        this.passed = passed;
        this.deliveries = deliveries;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                CounterSnapshot.builder()
                        .name("narrows_passed_connections")
                        .help("Captured connections whose destination belongs to no peer, passed through untouched.")
                        .dataPoint(point(Labels.EMPTY, passed.connections()))
                        .build(),
                passedBytes(),
                delivered());
    }

    private CounterSnapshot passedBytes() {
        CounterSnapshot.Builder bytes = CounterSnapshot.builder()
                .name("narrows_passed_bytes")
                .help("Bytes of captured connections whose destination belongs to no peer.");
        for (Direction direction : Direction.values()) {
            bytes.dataPoint(point(Labels.of("direction", direction.label()), passed.bytes(direction)));
        }
        return bytes.build();
    }

    private CounterSnapshot delivered() {
        CounterSnapshot.Builder delivered = CounterSnapshot.builder()
                .name("narrows_delivered_connections")
                .help(
                        "Connections to local services on behalf of peers, by source address: keep for the peer's, own for this"
                                + " host's.");
        for (SourceAddress source : SourceAddress.values()) {
            delivered.dataPoint(point(Labels.of("source", source.label()), deliveries.count(source)));
        }
        return delivered.build();
    }

    private static CounterDataPointSnapshot point(Labels labels, long value) {
        return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
    }
}
