package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes a process with a sidecar and a store of one member, which has no address for metrics. */
@Timeout(180)
final class StoreBesideSidecarIT {
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static Network network;
    private static Sidecar sidecar;

    @BeforeAll
    static void start() throws IOException {
        network = new Network(directory.resolve("hosts"));
        Host host = network.host("db-1");
        sidecar = Sidecar.start(host, """
                version: 1
                node: {id: db-1, region: r, zone: a, host: h1}
                link: {listen: 127.0.0.1:15000, warm-up: 0s}
                targets: {raft: 127.0.0.1:2380}
                store: {data: data, clients: [127.0.0.1:2379]}
                admin: {listen: "%s:9901", exposed: true}
                """.formatted(host.ip()), "");
        await().atMost(START_LIMIT).until(() -> sidecar.metrics().text().contains("narrows_store_"));
    }

    @AfterAll
    static void stop() {
        if (network != null) {
            network.close();
        }
    }

    @Test
    void adminPort_hasTheMetricsOfBoth() throws IOException {
        String metrics = sidecar.metrics().text();

        assertThat(metrics)
                .contains(
                        "\nnarrows_build_info{",
                        "\njvm_memory_used_bytes{",
                        "\nnarrows_store_memtable_bytes{",
                        "\nnarrows_raft_is_leader 1.0\n",
                        "\netcd_server_has_leader 1.0\n");
        assertThat(types(metrics)).contains("etcd_server_has_leader gauge").doesNotHaveDuplicates();
    }

    @Test
    void openMetrics_isOneDocument() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + sidecar.adminAddress() + "/metrics"))
                .header("Accept", OPEN_METRICS)
                .build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(answer.body())
                .contains("\nnarrows_build_info{", "\nnarrows_store_memtable_bytes{")
                .containsOnlyOnce("# EOF\n")
                .endsWith("# EOF\n");
        assertThat(types(answer.body())).doesNotHaveDuplicates();
    }

    @Test
    void promtoolFindsNothing() throws IOException {
        Path page = Files.writeString(
                directory.resolve("metrics.txt"), sidecar.metrics().text());

        assertThat(Command.run(List.of("promtool", "check", "metrics"), page)).isEmpty();
    }

    /** Returns name and type of each family. */
    private static List<String> types(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.substring("# TYPE ".length()))
                .toList();
    }
}
