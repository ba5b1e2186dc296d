package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TariffMetricsTest {
    private static final double NEARLY = 1e-18;

    @Test
    void everyConfiguredPeer_hasItsPricesPerByte() throws Exception {
        Config config = config("{cross-zone: {sent: 0.01, received: 0.02}}");
        TariffMetrics metrics = metrics(config);

        assertThat(price(metrics, "b", "cross-zone", "sent")).isEqualTo(0.01 / 1e9, within(NEARLY));
        assertThat(price(metrics, "b", "cross-zone", "received")).isEqualTo(0.02 / 1e9, within(NEARLY));
    }

    @Test
    void anotherTariff_isShownAtOnce() throws Exception {
        LiveConfig live = new LiveConfig(config("{preset: aws}"));
        TariffMetrics metrics = new TariffMetrics(live, new AnnouncedPlaces());

        live.replace(config("{cross-zone: {sent: 3, received: 0}, cpu-core-hour: 7.2}"));

        assertThat(price(metrics, "b", "cross-zone", "sent")).isEqualTo(3 / 1e9, within(NEARLY));
        assertThat(coreSecond(metrics)).isEqualTo(0.002, within(NEARLY));
    }

    @Test
    void peerThatAnnouncesAnotherPlace_keepsThePriceOfItsConfiguredOne() throws Exception {
        Config config = config("{cross-zone: {sent: 1, received: 0}, cross-region: {sent: 5, received: 0}}");
        AnnouncedPlaces places = new AnnouncedPlaces();

        places.announced(new PeerId("b"), new Announcement(new Location("far", "z", "h"), true));

        TariffMetrics metrics = new TariffMetrics(new LiveConfig(config), places);
        assertThat(price(metrics, "b", "cross-zone", "sent")).isEqualTo(1 / 1e9, within(NEARLY));
    }

    @Test
    void discountAndBothEnds_areInThePrices() throws Exception {
        Config config = config(
                "{cross-zone: {sent: 0.01, received: 0.02}, discount: {transfer: 50, compute: 25}, both-ends: true,"
                        + " cpu-core-hour: 7.2}");
        TariffMetrics metrics = metrics(config);

        assertThat(price(metrics, "b", "cross-zone", "sent")).isEqualTo(0.015 / 1e9, within(NEARLY));
        assertThat(price(metrics, "b", "cross-zone", "received")).isEqualTo(0.015 / 1e9, within(NEARLY));
        assertThat(coreSecond(metrics)).isEqualTo(0.0015, within(NEARLY));
    }

    @Test
    void info_hasTheNodeAndItsTariff() throws Exception {
        TariffMetrics metrics = metrics(config("{preset: gcp, discount: {transfer: 12.5}, both-ends: true}"));

        InfoSnapshot info = (InfoSnapshot) family(metrics, "narrows_tariff");

        assertThat(info.getDataPoints())
                .singleElement()
                .extracting(InfoDataPointSnapshot::getLabels)
                .isEqualTo(Labels.builder()
                        .label("node", "a")
                        .label("region", "r")
                        .label("zone", "y")
                        .label("preset", "gcp")
                        .label("as_of", "2026-11")
                        .label("unit", "GiB")
                        .label("transfer_discount", "12.5")
                        .label("compute_discount", "0")
                        .label("both_ends", "true")
                        .build());
    }

    private static TariffMetrics metrics(Config config) {
        return new TariffMetrics(new LiveConfig(config), new AnnouncedPlaces());
    }

    private static Config config(String tariff) throws ConfigException {
        return ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: y, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:15001}]
                policy: [{codec: zstd}]
                tariff: %s
                """.formatted(tariff), Path.of("."));
    }

    private static double price(TariffMetrics metrics, String peer, String tier, String direction) {
        GaugeSnapshot family = (GaugeSnapshot) family(metrics, "narrows_tariff_usd_per_byte");
        Labels labels = Labels.of("peer", peer, "tier", tier, "direction", direction);
        return family.getDataPoints().stream()
                .filter(point -> point.getLabels().equals(labels))
                .findFirst()
                .orElseThrow(() -> new AssertionError(labels + " not in " + family))
                .getValue();
    }

    private static double coreSecond(TariffMetrics metrics) {
        GaugeSnapshot family = (GaugeSnapshot) family(metrics, "narrows_tariff_usd_per_core_second");
        return family.getDataPoints().get(0).getValue();
    }

    private static MetricSnapshot family(TariffMetrics metrics, String name) {
        return metrics.collect().stream()
                .filter(family -> family.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
