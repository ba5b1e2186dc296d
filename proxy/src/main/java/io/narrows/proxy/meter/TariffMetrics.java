package io.narrows.proxy.meter;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.Peer;
import io.narrows.config.Preset;
import io.narrows.config.Price;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.math.BigDecimal;

/**
 * Exports the active prices to Prometheus, so that a query can recompute the cost of bytes and processor time. Prices
 * are per byte, because a provider's gigabyte may be 10^9 or 2^30 bytes.
 */
final class TariffMetrics implements MultiCollector {
    static final String USD_PER_BYTE = "narrows_tariff_usd_per_byte";

    private static final double SECONDS_PER_HOUR = 3_600;

    private final LiveConfig live;
    private final AnnouncedPlaces places;

    TariffMetrics(LiveConfig live, AnnouncedPlaces places) {
        this.live = live;
        this.places = places;
    }

    @Override
    public MetricSnapshots collect() {
        Config config = live.current();
        return MetricSnapshots.of(traffic(config), cpu(config), info(config));
    }

    private GaugeSnapshot traffic(Config config) {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name(USD_PER_BYTE)
                .help(
                        "Price according to the tariff for a byte sent to the peer or received from it, after the discount.");
        Location own = config.node().location();
        for (Peer peer : config.peers()) {
            Location location = places.placeOf(config, peer.id()).effective();
            Price price = config.tariff().price(own, location);
            Labels labels = Labels.of(
                    "peer",
                    peer.id().value(),
                    "tier",
                    Tier.between(own, location).label());
            family.dataPoint(point(labels, Direction.SENT, price.sentPerByte()))
                    .dataPoint(point(labels, Direction.RECEIVED, price.receivedPerByte()));
        }
        return family.build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, Direction direction, double usd) {
        return GaugeDataPointSnapshot.builder()
                .labels(labels.merge(Labels.of("direction", direction.label())))
                .value(usd)
                .build();
    }

    private static InfoSnapshot info(Config config) {
        Tariff tariff = config.tariff();
        Location own = config.node().location();
        return InfoSnapshot.builder()
                .name("narrows_tariff")
                .help("The tariff, and the node that it applies to.")
                .dataPoint(InfoDataPointSnapshot.builder()
                        .labels(Labels.builder()
                                .label("node", config.node().id().value())
                                .label("region", own.region())
                                .label("zone", own.zone())
                                .label("preset", tariff.preset().label())
                                .label("as_of", Preset.DATE.toString())
                                .label("unit", tariff.preset().unit().label())
                                .label(
                                        "transfer_discount",
                                        percent(tariff.discount().transfer()))
                                .label(
                                        "compute_discount",
                                        percent(tariff.discount().compute()))
                                .label("both_ends", String.valueOf(tariff.bothEnds()))
                                .build())
                        .build())
                .build();
    }

    private static String percent(double percent) {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    private static GaugeSnapshot cpu(Config config) {
        return GaugeSnapshot.builder()
                .name("narrows_tariff_usd_per_core_second")
                .help("Price of one processor for one second according to the tariff.")
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .value(config.tariff().cpuCoreHour() / SECONDS_PER_HOUR)
                        .build())
                .build();
    }
}
