package io.narrows.proxy.meter;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.ToDoubleFunction;

/** Exports the traffic counters to Prometheus. */
final class TrafficMetrics implements MultiCollector {
    private final TrafficMeter meter;

    TrafficMetrics(TrafficMeter meter) {
        this.meter = meter;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                counter(
                        "narrows_app_bytes",
                        "Application bytes, before compression or after decompression.",
                        TrafficCell::appBytes),
                counter(
                        "narrows_wire_bytes",
                        "Bytes at the sockets of links, including TLS, hellos and control messages.",
                        TrafficCell::wireBytes),
                counter(
                        "narrows_wire_ip_bytes",
                        "Wire bytes including TCP and IP headers and retransmissions, as counted by the kernel.",
                        TrafficCell::wireIpBytes),
                counter(
                        "narrows_baseline_ip_bytes",
                        "App bytes plus the TCP and IP headers that connections without Narrows would have needed.",
                        TrafficCell::baselineIpBytes),
                counter("narrows_frames", "Data frames.", TrafficCell::frames),
                counter(
                        "narrows_baseline_usd",
                        "Cost to this node of the baseline IP bytes according to the tariff, in US dollars.",
                        TrafficCell::baselineUsd),
                counter(
                        "narrows_wire_usd",
                        "Cost to this node of the wire IP bytes according to the tariff, in US dollars.",
                        TrafficCell::wireUsd),
                codecCpu());
    }

    private CounterSnapshot counter(String name, String help, ToDoubleFunction<TrafficCell> value) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        for (TrafficCell cell : meter.cells()) {
            family.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(labels(cell.labels()))
                    .value(value.applyAsDouble(cell))
                    .build());
        }
        return family.build();
    }

    private CounterSnapshot codecCpu() {
        CounterSnapshot.Builder family = CounterSnapshot.builder()
                .name("narrows_codec_cpu_seconds")
                .help("Processor time used by codecs, estimated from a sample of frames.");
        for (TrafficCell cell : meter.cells()) {
            String operation = cell.labels().direction() == Direction.SENT ? "compress" : "uncompress";
            family.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(labels(cell.labels()).merge(Labels.of("op", operation)))
                    .value(cell.cpuSeconds())
                    .build());
        }
        return family.build();
    }

    private static Labels labels(TrafficLabels labels) {
        return Labels.of(
                "peer", labels.peer().value(),
                "tier", labels.tierLabel(),
                "class", labels.trafficClass().name(),
                "codec", labels.codec().label(),
                "direction", labels.direction().label());
    }
}
