package io.narrows.proxy.sample;

import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Exports to Prometheus what other codecs and levels would do with what links send. */
public final class WhatIfMetrics implements MultiCollector {
    private final WhatIf whatIf;

    public WhatIfMetrics(WhatIf whatIf) {
        this.whatIf = whatIf;
    }

    @Override
    public MetricSnapshots collect() {
        List<WhatIfEstimate> totals = whatIf.totals();
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_what_if_paused",
                        "1 while only links with codec auto are sampled, because the process is short of processors.",
                        whatIf.isShortOfCpu() ? 1 : 0),
                CounterSnapshot.builder()
                        .name("narrows_what_if_dropped_turns")
                        .help("Samples that were dropped, usually because the process became short of processors.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(whatIf.droppedTurns())
                                .build())
                        .build(),
                counter(
                        "narrows_what_if_app_bytes",
                        "Sampled application bytes that a candidate compressed.",
                        totals,
                        WhatIfEstimate::appBytes),
                counter(
                        "narrows_what_if_wire_bytes",
                        "Bytes that they would take at the socket of a link.",
                        totals,
                        WhatIfEstimate::wireBytes),
                counter(
                        "narrows_what_if_cpu_seconds",
                        "Processor time that a link would use to unpack and compress them, extrapolated from some of the frames.",
                        totals,
                        estimate -> estimate.cpuNanos() / 1e9),
                counter(
                        "narrows_what_if_rebuild_cpu_seconds",
                        "Processor time that the peer would use to make again what was unpacked.",
                        totals,
                        estimate -> estimate.rebuildNanos() / 1e9));
    }

    private static CounterSnapshot counter(
            String name, String help, List<WhatIfEstimate> totals, ToDoubleFunction<WhatIfEstimate> value) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        totals.forEach(total -> family.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels(total))
                .value(value.applyAsDouble(total))
                .build()));
        return family.build();
    }

    private static Labels labels(WhatIfEstimate total) {
        return Labels.of(
                "peer", total.peer().value(),
                "class", total.trafficClass().name(),
                "codec", total.candidate().codec().label(),
                "level", Integer.toString(total.candidate().level()),
                "unpack", Boolean.toString(!total.unpack().isEmpty()));
    }
}
