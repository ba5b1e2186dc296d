package io.narrows.proxy.discovery;

import io.narrows.config.Peer;
import io.narrows.config.PeerSource;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports what the sources of peers have found, and whether they can be read. */
public final class DiscoveryMetrics implements MultiCollector {
    private static final String SOURCE = "source";
    private static final String LISTED = "config";

    private final Discovery discovery;
    private final LiveConfig live;

    public DiscoveryMetrics(Discovery discovery, LiveConfig live) {
        this.discovery = discovery;
        this.live = live;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder endpoints = GaugeSnapshot.builder()
                .name("narrows_discovery_endpoints")
                .help("Endpoints that a source of peers reports, by what they are.");
        GaugeSnapshot.Builder up = GaugeSnapshot.builder()
                .name("narrows_discovery_up")
                .help("Whether a source of peers could be read the last time.");
        CounterSnapshot.Builder failures = CounterSnapshot.builder()
                .name("narrows_discovery_failures")
                .help("Times that a source of peers could not be read.");
        for (SourceStatus status : discovery.statuses()) {
            String label = status.source().label();
            status.endpoints().forEach((role, count) -> endpoints.dataPoint(point(label, role.label(), count)));
            endpoints.dataPoint(point(label, "ignored", status.ignored()));
            up.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of(SOURCE, label))
                    .value(status.problem().get().isEmpty() ? 1 : 0)
                    .build());
            failures.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(Labels.of(SOURCE, label))
                    .value(status.failures())
                    .build());
        }
        return MetricSnapshots.of(endpoints.build(), up.build(), failures.build(), origins());
    }

    private GaugeSnapshot origins() {
        GaugeSnapshot.Builder origins = GaugeSnapshot.builder()
                .name("narrows_peer_source")
                .help("Where a peer comes from: the configuration file, or one of its sources of peers. Always 1.");
        for (Peer peer : live.current().peers()) {
            String source = peer.source().map(PeerSource::label).orElse(LISTED);
            origins.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("peer", peer.id().value(), SOURCE, source))
                    .value(1)
                    .build());
        }
        return origins.build();
    }

    private static GaugeDataPointSnapshot point(String source, String state, int count) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of(SOURCE, source, "state", state))
                .value(count)
                .build();
    }
}
