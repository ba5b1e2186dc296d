package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.Map;

/** Exports to Prometheus which codecs {@code codec: auto} has chosen, how often it changed them, and its processor budget. */
public final class AutoMetrics implements MultiCollector {
    /** Links that use the same candidate. */
    private record Group(Kind kind, CodecSpec candidate) {}

    private final LiveConfig live;
    private final AutoCodecs auto;

    public AutoMetrics(LiveConfig live, AutoCodecs auto) {
        this.live = live;
        this.auto = auto;
    }

    @Override
    public MetricSnapshots collect() {
        Config config = live.current();
        if (!config.usesAuto()) {
            return new MetricSnapshots();
        }
        AutoState state = auto.state();
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_auto_cpu_budget_processors",
                        "Processors that the process may use before links with codec auto give way.",
                        config.auto().cpuBudget()),
                processors(state.use()),
                links(state),
                switches());
    }

    private static GaugeSnapshot processors(ProcessorUse use) {
        return GaugeSnapshot.builder()
                .name("narrows_auto_cpu_processors")
                .help(
                        "Processors that the process used over the last 20 ms and the last 10 s, while links have codec auto.")
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("window", "20ms"))
                        .value(use.now())
                        .build())
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("window", "10s"))
                        .value(use.average())
                        .build())
                .build();
    }

    private static GaugeSnapshot links(AutoState state) {
        Map<Group, Integer> counts = new HashMap<>();
        for (AutoChoice choice : state.choices()) {
            counts.merge(
                    new Group(new Kind(choice.peer(), choice.trafficClass()), choice.candidate()), 1, Integer::sum);
        }
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_auto_links")
                .help("Links with codec auto, by the codec and level that they use.");
        counts.forEach((group, count) -> family.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of(
                        "peer", group.kind().peer().value(),
                        "class", group.kind().trafficClass().name(),
                        "codec", group.candidate().codec().label(),
                        "level", Integer.toString(group.candidate().level())))
                .value(count)
                .build()));
        return family.build();
    }

    private CounterSnapshot switches() {
        CounterSnapshot.Builder family = CounterSnapshot.builder()
                .name("narrows_auto_switches")
                .help("Changes of links with codec auto from one codec or level to another, by reason.");
        auto.meter()
                .switches()
                .forEach((kind, counts) ->
                        counts.forEach((reason, count) -> family.dataPoint(CounterDataPointSnapshot.builder()
                                .labels(Labels.of(
                                        "peer", kind.peer().value(),
                                        "class", kind.trafficClass().name(),
                                        "reason", reason.label()))
                                .value(count.sum())
                                .build())));
        return family.build();
    }
}
