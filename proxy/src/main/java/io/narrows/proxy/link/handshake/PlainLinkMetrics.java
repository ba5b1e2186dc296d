package io.narrows.proxy.link.handshake;

import io.narrows.config.Peer;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports the unencrypted links during a TLS rollout to Prometheus; no samples without {@code link.tls}. */
public final class PlainLinkMetrics implements MultiCollector {
    private final LinkRegistry registry;
    private final LiveConfig live;
    private final LinkSecurity security;

    public PlainLinkMetrics(LinkRegistry registry, LiveConfig live, LinkSecurity security) {
        this.registry = registry;
        this.live = live;
        this.security = security;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder living = GaugeSnapshot.builder()
                .name("narrows_plain_links")
                .help("Open links in plain text although TLS is configured, by peer.");
        CounterSnapshot.Builder taken = CounterSnapshot.builder()
                .name("narrows_plain_links_taken")
                .help("Links that started in plain text although TLS is configured, by peer.");
        if (security.configured()) {
            for (Peer peer : live.current().peers()) {
                Labels labels = Labels.of("peer", peer.id().value());
                long plain = registry.links().stream()
                        .filter(link -> !link.encrypted() && link.peer().equals(peer.id()))
                        .count();
                living.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(plain)
                        .build());
                taken.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(security.plainLinks(peer.id()).sum())
                        .build());
            }
        }
        return MetricSnapshots.of(living.build(), taken.build());
    }
}
