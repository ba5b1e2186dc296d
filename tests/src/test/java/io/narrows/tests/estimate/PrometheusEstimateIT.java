package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.narrows.testkit.FreePort;
import io.narrows.testkit.Json;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Estimates from a real Prometheus, which scrapes three exporters in three zones. */
class PrometheusEstimateIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> NODES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");
    private static final String SENT =
            "sum(rate(node_network_transmit_bytes_total{device=\"eth0\",instance=~\"127.0.0.2:.*\"}[5m]))";

    private static final String RECEIVED = "sum(rate(node_network_receive_bytes_total{instance=~\"%s:.*\"}[5m]))";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static final List<HttpServer> EXPORTERS = new ArrayList<>();
    private static PrometheusServer prometheus;
    private static String url;

    @BeforeAll
    static void start() throws IOException {
        List<String> targets = new ArrayList<>();
        for (String address : NODES) {
            HttpServer exporter = HttpServer.create(new InetSocketAddress(address, 0), 0);
            exporter.createContext("/metrics", exchange -> {
                byte[] body = metrics(address).getBytes(StandardCharsets.US_ASCII);
                exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            exporter.start();
            EXPORTERS.add(exporter);
            targets.add(address + ":" + exporter.getAddress().getPort());
        }
        int port = FreePort.next();
        prometheus = PrometheusServer.start(
                directory.resolve("prometheus"),
                port,
                targets,
                List.of(),
                List.of(new PrometheusServer.Job("nodes", "{}")));
        url = "http://127.0.0.1:" + port;
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(prometheus.query("rate(node_network_transmit_bytes_total[5m]) > 0"))
                        .hasSize(2 * NODES.size()));
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(prometheus.query("count_over_time(node_network_receive_bytes_total[5m]) >= 8"))
                                .hasSize(NODES.size()));
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(prometheus.query("flow_bytes_per_second")).hasSize(2));
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        EXPORTERS.forEach(exporter -> exporter.stop(0));
    }

    /** The first node sends 4 kB/s, and the others receive: the third three times as much as the second. */
    private static String metrics(String address) {
        double seconds = System.nanoTime() / 1e9;
        double sent = address.equals(NODES.get(0)) ? 4000 : 1;
        double received = address.equals(NODES.get(2)) ? 3000 : address.equals(NODES.get(1)) ? 1000 : 0;
        String flows = address.equals(NODES.get(0))
                ? "flow_bytes_per_second{source=\"127.0.0.2\",destination=\"127.0.0.3\"} 2500\n"
                        + "flow_bytes_per_second{source=\"127.0.0.2\",destination=\"client\"} 70\n"
                : "";
        return Stream.of(
                        "node_network_transmit_bytes_total{device=\"eth0\"} " + sent * seconds,
                        "node_network_transmit_bytes_total{device=\"lo\"} " + 1e6 * seconds,
                        "node_network_receive_bytes_total{device=\"eth0\"} " + received * seconds,
                        flows)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void query_hasTheTrafficOfItsLabels() {
        Map<String, Object> report = estimate("--query", "flow_bytes_per_second");

        assertThat(traffic(report)).containsExactly(Map.entry("r/a r/b", 2500.0));
        assertThat(report.get("unknown_names")).isEqualTo(List.of("client"));
        double gb = 2500 * 2_629_800.0 / 1e9;
        Map<?, ?> line = (Map<?, ?>) ((List<?>) report.get("distances")).get(0);
        assertThat(((Number) line.get("app_gb_per_month")).doubleValue()).isCloseTo(gb, within(1e-6));
        assertThat(((Number) line.get("usd_without")).doubleValue()).isCloseTo(gb * 0.02, within(1e-4));
    }

    @Test
    void nodeExporters_whatANodeSends_goesToTheOthersByWhatTheyReceive() throws IOException {
        double before = prometheus.figure(SENT);

        Map<String, Double> traffic = traffic(estimate());

        // The average over 5 minutes grows while there are fewer. How late a scrape is decides whether Prometheus
        // extrapolates by half an interval or by a whole one.
        double after = prometheus.figure(SENT);
        double toB = traffic.getOrDefault("r/a r/b", 0.0);
        double toC = traffic.getOrDefault("r/a r/c", 0.0);
        assertThat(toB + toC).isBetween(0.7 * before, 1.3 * after);
        double receivedByB = prometheus.figure(RECEIVED.formatted(NODES.get(1)));
        double receivedByC = prometheus.figure(RECEIVED.formatted(NODES.get(2)));
        assertThat(toC / toB).isCloseTo(receivedByC / receivedByB, withinPercentage(30));
    }

    private static Map<String, Object> estimate(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Launcher.path().toString(),
                "estimate",
                "--prometheus",
                url,
                "--output",
                "json",
                "--topology",
                "127.0.0.2=r/a/db-1",
                "--topology",
                "127.0.0.3=r/b/db-2",
                "--topology",
                "127.0.0.4=r/c/db-3"));
        command.addAll(List.of(arguments));
        String output = Command.run(command);
        // the launcher may report a build before it
        return Json.object(output.substring(output.indexOf('{')));
    }

    private static Map<String, Double> traffic(Map<String, Object> report) {
        Map<String, Double> traffic = new LinkedHashMap<>();
        for (Object item : (List<?>) report.get("traffic")) {
            Map<?, ?> flow = (Map<?, ?>) item;
            traffic.put(flow.get("from") + " " + flow.get("to"), ((Number) flow.get("bytes_per_second")).doubleValue());
        }
        return traffic;
    }
}
