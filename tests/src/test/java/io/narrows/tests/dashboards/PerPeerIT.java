package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Chatter;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.PrometheusServer;
import io.narrows.tests.support.PrometheusServer.Job;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
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
 * Runs dashboards and rules on the metrics of each detail of {@code metrics.per-peer}, with a job per detail, in a Prometheus
 * with classic histograms and in one with native ones.
 */
class PerPeerIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int CLASSIC_PORT = 9090;
    private static final int NATIVE_PORT = 9091;
    private static final byte[] RECORDS =
            "put /registry/pods/default/web the value of this one\n".repeat(40).getBytes(StandardCharsets.US_ASCII);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static SidecarPair pair;
    private static Chatter records;
    private static Chatter noise;
    private static PrometheusServer classicHistograms;
    private static PrometheusServer nativeHistograms;

    /** One detail in one of the two. */
    record View(String detail, boolean nativeHistogram) {
        private PrometheusServer prometheus() {
            return nativeHistogram ? nativeHistograms : classicHistograms;
        }
    }

    static Stream<View> views() {
        return Stream.of("off", "counters", "full")
                .flatMap(detail -> Stream.of(new View(detail, false), new View(detail, true)));
    }

    @BeforeAll
    static void start() throws IOException {
        pair = SidecarPair.start(LinkSecurity.TLS, directory);
        records = new Chatter(pair.connect(), () -> RECORDS);
        Random random = new Random(1);
        noise = new Chatter(pair.connect(), () -> noise(random));
        List<String> targets =
                Stream.of(pair.near(), pair.far()).map(Sidecar::adminAddress).toList();
        List<Path> rules = List.of(
                RuleSet.SIDECARS.recordings().everySecond(directory),
                RuleSet.SIDECARS.alerts().everySecond(directory));
        List<Job> jobs = Stream.of("off", "counters", "full")
                .map(detail -> new Job(detail, "{per-peer: ['" + detail + "']}"))
                .toList();
        classicHistograms = PrometheusServer.start(directory.resolve("classic"), CLASSIC_PORT, targets, rules, jobs);
        nativeHistograms = PrometheusServer.start(
                directory.resolve("native"), NATIVE_PORT, targets, rules, jobs, "--enable-feature=native-histograms");
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[8 * 1024];
        random.nextBytes(bytes);
        return bytes;
    }

    @AfterAll
    static void stop() throws IOException {
        for (PrometheusServer prometheus : new PrometheusServer[] {nativeHistograms, classicHistograms}) {
            if (prometheus != null) {
                prometheus.close();
            }
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
    @MethodSource("views")
    void everyQueryOfEveryPanelReturnsData(View view) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(Dashboard.ofSidecars())
                        .flatMap(Dashboard::targets)
                        .hasSizeGreaterThan(30)
                        .allSatisfy(target -> assertThat(Figures.ofJob(target, view.detail(), view.prometheus()))
                                .anyMatch(Double::isFinite)));
    }

    @ParameterizedTest
    @MethodSource("views")
    void everyRecordingRuleRecords(View view) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(RuleSet.SIDECARS.recordings().rules())
                        .allSatisfy(rule -> assertThat(Figures.of(view.prometheus()
                                        .query(rule.get("record") + "{job=\"" + view.detail() + "\"}")))
                                .anyMatch(Double::isFinite)));
    }

    @Test
    void everyRuleIsEvaluatedWithoutAnError() {
        new Scraped(classicHistograms).evaluatesEveryRuleWithoutAnError();
        new Scraped(nativeHistograms).evaluatesEveryRuleWithoutAnError();
    }

    @ParameterizedTest
    @MethodSource("views")
    void latencyIsByPeerInFullOnly(View view) throws IOException {
        String family = view.nativeHistogram() ? "" : "_bucket";
        String other = view.nativeHistogram() ? "_bucket" : "";
        String selector = "narrows_added_latency_seconds%s{job=\"" + view.detail() + "\",peer%s\"\"}";
        boolean byPeer = view.detail().equals("full");

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                view.prometheus().query(selector.formatted(family, byPeer ? "!=" : "=")))
                        .isNotEmpty());

        assertThat(view.prometheus().query(selector.formatted(family, byPeer ? "=" : "!=")))
                .isEmpty();
        assertThat(view.prometheus().query("narrows_added_latency_seconds" + other))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("views")
    void onlyOffHasNoPeers(View view) {
        String byPeer = "count(narrows_app_bytes_total{job=\"" + view.detail() + "\",peer!=\"\"}) or vector(0)";

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(view.prometheus().query("narrows_app_bytes_total{job=\"" + view.detail() + "\"}"))
                    .isNotEmpty();
            assertThat(view.prometheus().figure(byPeer) > 0)
                    .isEqualTo(!view.detail().equals("off"));
        });
    }

    @Test
    void nativeHistogram_hasQuantilesAndACount() {
        await().atMost(LIMIT).untilAsserted(() -> {
            double fromNative = nativeHistograms.figure(
                    "histogram_quantile(0.5, sum(narrows_added_latency_seconds{job=\"full\"}))");
            assertThat(fromNative).isBetween(1e-6, 1.0);
            assertThat(nativeHistograms.figure("histogram_count(sum(narrows_added_latency_seconds{job=\"full\"}))"))
                    .isPositive();
        });
    }
}
