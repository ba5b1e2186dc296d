package io.narrows.proxy.meter;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

/** Exports which peers announce a place other than their configured one. */
final class PlaceMetrics implements Collector {
    private final LiveConfig live;
    private final AnnouncedPlaces places;

    PlaceMetrics(LiveConfig live, AnnouncedPlaces places) {
        this.live = live;
        this.places = places;
    }

    @Override
    public MetricSnapshot collect() {
        Config config = live.current();
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_place_mismatch")
                .help("Whether the peer's last hello announced a location that differs from the configured one.");
        for (Peer peer : config.peers()) {
            if (peer.location().isPresent() && places.of(peer.id()).isPresent()) {
                family.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("peer", peer.id().value()))
                        .value(places.placeOf(config, peer.id()).mismatch() ? 1 : 0)
                        .build());
            }
        }
        return family.build();
    }
}
