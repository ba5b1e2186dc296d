package io.narrows.tests.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.narrows.lab.process.FreePorts;
import io.narrows.tests.node.LocalNode;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.PrometheusServer;
import io.narrows.tests.support.StoreUnderLoad;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the dashboard and the rules of stores on a real Prometheus that scrapes a database under load and a member of a group
 * of one.
 */
class StoreDashboardsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static StoreUnderLoad store;
    private static LocalNode member;
    private static PrometheusServer prometheus;
    private static Scraped scraped;

    @BeforeAll
    static void start() throws IOException {
        store = StoreUnderLoad.start(directory.resolve("store"));
        int memberMetrics = new FreePorts().next();
        member = LocalNode.aloneWithMetrics(directory.resolve("member"), memberMetrics);
        prometheus = PrometheusServer.start(
                directory.resolve("prometheus"),
                List.of(store.metricsAddress(), "127.0.0.1:" + memberMetrics),
                List.of(
                        RuleSet.STORES.recordings().everySecond(directory),
                        RuleSet.STORES.alerts().everySecond(directory)));
        scraped = new Scraped(prometheus);
    }

    @AfterAll
    static void stop() throws IOException {
        if (prometheus != null) {
            prometheus.close();
        }
        if (member != null) {
            member.close();
        }
        if (store != null) {
            store.close();
        }
    }

    @Test
    void everyQueryOfEveryPanelReturnsData() {
        scraped.answersEveryQueryOf(Dashboard.ofStores());
    }

    @Test
    void everyVariableHasValues() {
        scraped.hasValuesOfEveryVariableOf(Dashboard.ofStores());
    }

    @Test
    void everyRecordingRuleRecords() throws IOException {
        scraped.recordsEveryRecordingOf(RuleSet.STORES);
    }

    @Test
    void everyRuleIsEvaluatedWithoutAnError() {
        scraped.evaluatesEveryRuleWithoutAnError();
    }

    @Test
    void groupOfOne_hasItsLeader() {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> assertThat(prometheus.figure("sum(narrows_raft_is_leader)"))
                        .isEqualTo(1));
    }

    @Test
    void bytesAtThePriceAreTheDollars() {
        String priced = "sum(narrows_store_stored_bytes) * scalar(max(narrows_store_tariff_usd_per_byte_month))";

        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(prometheus.figure(priced + " / sum(narrows_store_stored_usd_per_month)"))
                                .isEqualTo(1, within(1e-9)));
    }

    @Test
    void compressedLevels_saveBytes() {
        String ratio = "sum(narrows_store_logical_bytes{level!=\"0\"}) / sum(narrows_store_stored_bytes{level!=\"0\"})";

        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> assertThat(prometheus.figure(ratio)).isGreaterThan(1));
    }

    @Test
    void promtoolFindsNothing() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + store.metricsAddress() + "/metrics"))
                .build();
        String metrics = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        Path page = Files.writeString(directory.resolve("metrics.txt"), metrics);

        assertThat(metrics).contains("narrows_store_memtable_bytes{");
        assertThat(Command.run(List.of("promtool", "check", "metrics"), page)).isEmpty();
    }
}
