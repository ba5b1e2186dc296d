package io.narrows.proxy.sample;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.Price;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.ToLongFunction;

/** Exports to Prometheus whether the sidecar is in a dry run, and what links would have saved. */
public final class DryRunMetrics implements MultiCollector {
    private final LiveConfig live;
    private final AnnouncedPlaces announced;
    private final Sampler sampler;

    public DryRunMetrics(LiveConfig live, AnnouncedPlaces announced, Sampler sampler) {
        this.live = live;
        this.announced = announced;
        this.sampler = sampler;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_dry_run",
                        "1 while captured connections go without links because of dry-run.",
                        live.current().dryRun().active() ? 1 : 0),
                counter(
                        "narrows_dry_run_app_bytes",
                        "Application bytes of connections without a link in a dry run.",
                        SampleCell::appBytes),
                counter(
                        "narrows_dry_run_sampled_bytes",
                        "The part of these bytes that was compressed to measure it.",
                        SampleCell::sampledBytes),
                counter(
                        "narrows_dry_run_compressed_bytes",
                        "What the sampled bytes would have become on a link, without the headers of frames.",
                        SampleCell::compressedBytes),
                saved(),
                CounterSnapshot.builder()
                        .name("narrows_dry_run_cpu_seconds")
                        .help("Processor time used to compress samples.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(sampler.cpuSeconds())
                                .build())
                        .build());
    }

    private CounterSnapshot counter(String name, String help, ToLongFunction<SampleCell> value) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        sampler.meter()
                .cells()
                .forEach((labels, cell) -> family.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(labels(labels))
                        .value(value.applyAsLong(cell))
                        .build()));
        return family.build();
    }

    private GaugeSnapshot saved() {
        Config config = live.current();
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_dry_run_saved_usd")
                .help("Estimate of what links would have saved this node at the current prices, in US dollars.");
        sampler.meter()
                .cells()
                .forEach((labels, cell) -> family.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(labels(labels))
                        .value(cell.savedBytes() * usdPerByte(config, labels))
                        .build()));
        return family.build();
    }

    private double usdPerByte(Config config, SampleLabels labels) {
        Location place = announced.placeOf(config, labels.peer()).effective();
        Price price = config.tariff().price(config.node().location(), place);
        return labels.direction() == Direction.SENT ? price.sentPerByte() : price.receivedPerByte();
    }

    private static Labels labels(SampleLabels labels) {
        return Labels.of(
                "peer", labels.peer().value(),
                "class", labels.trafficClass().name(),
                "rule", labels.rule() == 0 ? "none" : Integer.toString(labels.rule()),
                "codec", labels.codec().label(),
                "direction", labels.direction().label());
    }
}
