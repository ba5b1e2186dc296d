package io.narrows.proxy.meter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** Exports the counts of pieces that applications compressed, and the memory in which they are unpacked, to Prometheus. */
public final class UnpackMetrics implements MultiCollector {
    private final UnpackMeter meter;
    private final LongSupplier workspaceBytes;

    /** @param workspaceBytes returns the native memory of workspaces */
    public UnpackMetrics(UnpackMeter meter, LongSupplier workspaceBytes) {
        this.meter = meter;
        this.workspaceBytes = workspaceBytes;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                counter(
                        "narrows_unpacked_bytes",
                        "Bytes of compressed pieces, as the application sent them, that links carried unpacked.",
                        meter.unpacked(),
                        UnpackMetrics::labels,
                        UnpackMeter.Sum::bytes),
                counter(
                        "narrows_unpacked_pieces",
                        "Compressed pieces that links carried unpacked.",
                        meter.unpacked(),
                        UnpackMetrics::labels,
                        UnpackMeter.Sum::pieces),
                counter(
                        "narrows_packed_bytes",
                        "Bytes of compressed pieces that went as they are, by reason.",
                        meter.refused(),
                        UnpackMetrics::labels,
                        UnpackMeter.Sum::bytes),
                counter(
                        "narrows_packed_pieces",
                        "Compressed pieces that went as they are, by reason.",
                        meter.refused(),
                        UnpackMetrics::labels,
                        UnpackMeter.Sum::pieces),
                counter(
                        "narrows_unpack_cpu_seconds",
                        "Processor time of unpacking pieces that are sent, and of rebuilding those that are received.",
                        meter.cpuNanos(),
                        UnpackMetrics::labels,
                        UnpackMetrics::seconds),
                Gauge.of(
                        "narrows_unpack_memory_bytes",
                        "Native memory of the buffers and encoders that unpack and rebuild pieces.",
                        workspaceBytes.getAsLong()));
    }

    private static <K, V> CounterSnapshot counter(
            String name, String help, Map<K, V> values, Function<K, Labels> labels, ToDoubleFunction<V> value) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        values.forEach((key, counted) -> family.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels.apply(key))
                .value(value.applyAsDouble(counted))
                .build()));
        return family.build();
    }

    private static Labels labels(UnpackMeter.Unpacked key) {
        return Labels.of(
                "peer", key.peer().value(),
                "direction", key.direction().label(),
                "codec", key.format().keyword(),
                "recipe", key.recipe());
    }

    private static Labels labels(UnpackMeter.Refused key) {
        return Labels.of("peer", key.peer().value(), "codec", key.codec(), "reason", key.reason());
    }

    private static Labels labels(UnpackMeter.Work key) {
        return Labels.of(
                "peer", key.peer().value(), "direction", key.direction().label());
    }

    private static double seconds(LongAdder nanos) {
        return nanos.sum() / 1e9;
    }
}
