package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Json;
import io.narrows.testkit.focus.Csv;
import io.narrows.testkit.focus.FocusRules;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.PrometheusServer;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Compares {@code narrows report}, FOCUS and OpenCost's metrics with the counters of two sidecars across zones. */
class ReportIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final double NEARLY = 1e-9;
    private static final double GIB = 1L << 30;
    private static final double DISCOUNT = 0.875;

    private static final byte[] RECORDS = "put /registry/pods/default/web the value of this one\n"
            .repeat(4000)
            .getBytes(StandardCharsets.US_ASCII);

    private static final String APP_BYTES = "sum(narrows_app_bytes_total{instance=\"%s\"})";
    private static final String OF_ZONES = "{internet=\"false\",same_region=\"true\",same_zone=\"false\"}";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static SidecarPair pair;
    private static PrometheusServer prometheus;
    private static Instant start;

    /** The app bytes that were carried after the first ones had been scraped. */
    private static double scrapedBytes;

    @BeforeAll
    static void start() throws IOException {
        start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        pair = SidecarPair.start(LinkSecurity.TLS, directory);
        pair.near().reload(pair.near().config() + """
                tariff: {discount: {transfer: 12.5}}
                metrics: {opencost: {namespace: shop, pod: db-0}}
                """);
        prometheus = PrometheusServer.start(
                directory.resolve("prometheus"),
                Stream.of(pair.near(), pair.far()).map(Sidecar::adminAddress).toList(),
                List.of());
        carry();
        double before = appBytes();
        awaitScraped(before);
        carry();
        scrapedBytes = appBytes() - before;
        awaitScraped(appBytes());
    }

    private static void carry() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.carry(RECORDS);
        }
    }

    private static double appBytes() throws IOException {
        return pair.near().metrics().sum("narrows_app_bytes_total");
    }

    /** Waits until Prometheus has that many app bytes of each sidecar; all went from the near one to the far one. */
    private static void awaitScraped(double appBytes) {
        for (Sidecar sidecar : List.of(pair.near(), pair.far())) {
            await().atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> prometheus.figure(APP_BYTES.formatted(sidecar.adminAddress())) == appBytes);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (prometheus != null) {
            prometheus.close();
        }
        if (pair != null) {
            pair.close();
        }
    }

    @Test
    void chargesOfASidecar_areItsCounters() throws IOException {
        Path file = directory.resolve("charges.csv");

        Metrics before = pair.near().metrics();
        report("--admin", pair.near().adminAddress(), "--focus", file.toString());
        Metrics after = pair.near().metrics();

        String csv = Files.readString(file);
        List<Map<String, String>> rows = Csv.rows(csv);
        assertThat(FocusRules.violations(csv)).isEmpty();
        assertThat(sum(rows, "x_AppBytes", row -> true)).isEqualTo(2.0 * RECORDS.length);
        assertBetween(rows, "x_WireBytes", "narrows_wire_bytes_total", before, after);
        assertBetween(rows, "x_WireIpBytes", "narrows_wire_ip_bytes_total", before, after);
        assertBetween(rows, "x_BaselineIpBytes", "narrows_baseline_ip_bytes_total", before, after);
        double traffic =
                sum(rows, "BilledCost", row -> row.get("ServiceCategory").equals("Networking"));
        double processors =
                sum(rows, "BilledCost", row -> row.get("ServiceCategory").equals("Compute"));
        assertThat(traffic)
                .isBetween(before.sum("narrows_wire_usd_total") - NEARLY, after.sum("narrows_wire_usd_total") + NEARLY);
        assertThat(processors).isBetween(before.sum("narrows_cpu_usd_total"), after.sum("narrows_cpu_usd_total"));
        assertThat(sum(rows, "ListCost", row -> row.get("ServiceCategory").equals("Networking")))
                .isEqualTo(traffic / DISCOUNT, within(NEARLY));
        assertThat(rows).anyMatch(row -> row.get("ChargeCategory").equals("Credit"));
    }

    @Test
    void bytesInPrometheus_areThoseOfTheSidecars() {
        List<Map<String, Object>> nodes = new ArrayList<>();
        await().atMost(LIMIT).untilAsserted(() -> {
            nodes.clear();
            report("--prometheus", "http://127.0.0.1:9090", "--since", start.toString(), "--output", "json")
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .map(Json::object)
                    .forEach(nodes::add);

            assertThat(nodes).extracting(node -> node.get("node")).containsExactly("far", "near");
            assertThat(nodes)
                    .extracting(node -> ((Number) node.get("app_bytes")).doubleValue())
                    .allSatisfy(bytes -> assertThat(bytes).isBetween(scrapedBytes, 2 * scrapedBytes));
        });
        assertThat(nodes.get(1)).containsEntry("transfer_discount", 12.5);
        assertThat(((Number) nodes.get(1).get("usd_saved")).doubleValue()).isPositive();
    }

    @Test
    void openCostsQueries_giveTheBytesAndThePriceOfThePod() {
        String bytes = "sum by (namespace, pod_name) (kubecost_pod_network_%s_bytes_total" + OF_ZONES + ")";
        String links = "sum(narrows_wire_ip_bytes_total{instance=\"%s\",direction=\"%s\"})";

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(prometheus.query(bytes.formatted("egress")))
                    .singleElement()
                    .satisfies(
                            series -> assertThat(series.get("metric")).hasToString("{namespace=shop, pod_name=db-0}"));
            assertThat(prometheus.figure("%s / %s"
                            .formatted(
                                    "sum(" + bytes.formatted("egress") + ")",
                                    links.formatted(pair.near().adminAddress(), "sent"))))
                    .isEqualTo(1);
            assertThat(prometheus.figure("%s / %s"
                            .formatted(
                                    "sum(" + bytes.formatted("ingress") + ")",
                                    links.formatted(pair.near().adminAddress(), "received"))))
                    .isEqualTo(1);
            assertThat(prometheus.figure("avg(kubecost_network_zone_egress_cost)"))
                    .isEqualTo(0.01 * DISCOUNT * GIB / 1e9, within(NEARLY));
        });
    }

    private static void assertBetween(
            List<Map<String, String>> rows, String column, String counter, Metrics before, Metrics after) {
        assertThat(sum(rows, column, row -> true))
                .as(column)
                .isPositive()
                .isBetween(before.sum(counter), after.sum(counter));
    }

    private static double sum(List<Map<String, String>> rows, String column, Predicate<Map<String, String>> of) {
        return rows.stream()
                .filter(of)
                .filter(row -> !row.get(column).isEmpty())
                .mapToDouble(row -> FocusRules.number(row, column))
                .sum();
    }

    private static String report(String... options) {
        List<String> command = new ArrayList<>(List.of(Launcher.path().toString(), "report"));
        command.addAll(List.of(options));
        return Command.run(command);
    }
}
