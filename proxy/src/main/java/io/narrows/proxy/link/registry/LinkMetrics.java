package io.narrows.proxy.link.registry;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Exports the open links to Prometheus. Each configured peer has a sample for each state from the start, and labels
 * of links that have been open keep theirs, at 0: a series that vanished would look like a sidecar that is not scraped.
 */
public final class LinkMetrics implements MultiCollector {
    private static final List<LinkState> STATES = List.of(LinkState.READY, LinkState.OPENING, LinkState.OPEN);

    private final LinkRegistry registry;
    private final LiveConfig live;
    private final AnnouncedPlaces places;
    /** The labels of links that have been open, with their peers. */
    private final Map<Labels, PeerId> known = new HashMap<>();

    public LinkMetrics(LinkRegistry registry, LiveConfig live, AnnouncedPlaces places) {
        this.registry = registry;
        this.live = live;
        this.places = places;
    }

    @Override
    public synchronized MetricSnapshots collect() {
        Config config = live.current();
        known.values().removeIf(peer -> config.peer(peer).isEmpty());
        for (RegisteredLink link : registry.links()) {
            LinkState state = link.state();
            if (state != LinkState.CLOSED) {
                known.put(labels(link.peer(), link.figures().tierLabel(), state), link.peer());
            }
        }
        Set<Labels> shown = new HashSet<>(known.keySet());
        for (Peer peer : config.peers()) {
            Tier tier = Tier.between(
                    config.node().location(), places.placeOf(config, peer.id()).effective());
            STATES.forEach(state -> shown.add(labels(peer.id(), tier.label(), state)));
        }
        return MetricSnapshots.of(
                sum(shown, "narrows_links", "Open links, by peer and state.", link -> 1),
                sum(
                        shown,
                        "narrows_links_stepped_down",
                        "Links that currently use a faster codec or level than their policy specifies.",
                        link -> link.figures().isSteppedDown() ? 1 : 0),
                sum(
                        shown,
                        "narrows_link_memory_bytes",
                        "Memory used by the contexts and queued bytes of links.",
                        link -> link.figures().memoryBytes()),
                up(config));
    }

    private GaugeSnapshot sum(Set<Labels> shown, String name, String help, ToDoubleFunction<RegisteredLink> value) {
        Map<Labels, Double> sums = new HashMap<>();
        shown.forEach(labels -> sums.put(labels, 0.0));
        for (RegisteredLink link : registry.links()) {
            LinkState state = link.state();
            if (state != LinkState.CLOSED) {
                sums.merge(
                        labels(link.peer(), link.figures().tierLabel(), state), value.applyAsDouble(link), Double::sum);
            }
        }
        GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
        sums.forEach((labels, sum) -> family.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(sum).build()));
        return family.build();
    }

    private GaugeSnapshot up(Config config) {
        Set<PeerId> linked = registry.peers();
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_peer_up")
                .help("Whether a link with the peer is open, including idle ones that are ready for use.");
        for (Peer peer : config.peers()) {
            family.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("peer", peer.id().value()))
                    .value(linked.contains(peer.id()) ? 1 : 0)
                    .build());
        }
        return family.build();
    }

    private static Labels labels(PeerId peer, String tier, LinkState state) {
        return Labels.of(
                "peer", peer.value(), "tier", tier, "state", state.name().toLowerCase(Locale.ROOT));
    }
}
