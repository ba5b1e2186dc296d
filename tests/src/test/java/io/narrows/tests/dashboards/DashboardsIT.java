package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Chatter;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.PrometheusServer;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs dashboards and rules on a real Prometheus, next to two sidecars with traffic and with the events that panels show: a
 * refused hello, a stranger's bytes, data that does not shrink.
 */
class DashboardsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final byte[] RECORDS =
            "put /registry/pods/default/web the value of this one\n".repeat(40).getBytes(StandardCharsets.US_ASCII);

    /** The place that the near sidecar announces, which differs from the one in the far sidecar's configuration. */
    private static final Site ELSEWHERE = new Site(SidecarPair.NEAR.id(), "us-east-1", "us-east-1c");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static SidecarPair pair;
    private static Chatter records;
    private static Chatter noise;
    private static PrometheusServer prometheus;
    private static Scraped scraped;

    static List<Dashboard> dashboards() {
        return Dashboard.ofSidecars();
    }

    @BeforeAll
    static void start() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("certificates"));
        LinkSecurity.Setup near = (config, id) -> config.tls(certificates.node(id));
        LinkSecurity.Setup far =
                (config, id) -> config.tls(certificates.node(id)).linkKey("place-check: strict");
        pair = SidecarPair.start(directory, ELSEWHERE, near, far);
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(pair.near().metrics().sum("narrows_refused_hellos_total"))
                    .isPositive();
            assertThat(pair.far().metrics().sum("narrows_refused_hellos_total")).isPositive();
        });
        pair.far().reload(pair.far().config().replace("place-check: strict", "place-check: warn"));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(pair.near().metrics().sum("narrows_links", "state=\"ready\""))
                        .isPositive());
        sayNonsense();
        records = new Chatter(pair.connect(), () -> RECORDS);
        Random random = new Random(1);
        noise = new Chatter(pair.connect(), () -> noise(random));
        prometheus = PrometheusServer.start(
                directory.resolve("prometheus"),
                Stream.of(pair.near(), pair.far()).map(Sidecar::adminAddress).toList(),
                List.of(
                        RuleSet.SIDECARS.recordings().everySecond(directory),
                        RuleSet.SIDECARS.alerts().everySecond(directory)));
        scraped = new Scraped(prometheus);
    }

    @AfterAll
    static void stop() throws IOException {
        if (prometheus != null) {
            prometheus.close();
        }
        for (Chatter chatter : new Chatter[] {records, noise}) {
            if (chatter != null) {
                chatter.close();
            }
        }
        if (pair != null) {
            pair.close();
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyQueryOfEveryPanelReturnsData(Dashboard dashboard) {
        scraped.answersEveryQueryOf(dashboard);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyVariableHasValues(Dashboard dashboard) {
        scraped.hasValuesOfEveryVariableOf(dashboard);
    }

    @Test
    void everyRecordingRuleRecords() throws IOException {
        scraped.recordsEveryRecordingOf(RuleSet.SIDECARS);
    }

    @Test
    void everyRuleIsEvaluatedWithoutAnError() {
        scraped.evaluatesEveryRuleWithoutAnError();
    }

    @Test
    void alertOfTheRefusedHelloFires() {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(prometheus.query(
                                "ALERTS{alertname=\"NarrowsHellosRefused\", reason=\"place-mismatch\"}"))
                        .isNotEmpty());
    }

    @Test
    void bytesAtTheTariffsPricesAreTheDollarsThatWereBooked() {
        String priced = "sum(narrows_baseline_ip_bytes_total * on (instance, peer, tier, direction) group_left ()"
                + " narrows_tariff_usd_per_byte)";

        await().atMost(LIMIT).untilAsserted(() -> {
            double booked = Figures.of(prometheus.query(priced + " / sum(narrows_baseline_usd_total)"))
                    .get(0);
            assertThat(booked).isEqualTo(1, within(1e-9));
        });
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[8 * 1024];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void sayNonsense() throws IOException {
        try (Socket stranger = new Socket()) {
            stranger.connect(pair.farLinkAddress());
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            stranger.getInputStream().readAllBytes();
        }
    }
}
