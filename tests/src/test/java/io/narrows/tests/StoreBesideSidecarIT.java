package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
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
@Timeout(600)
final class StoreBesideSidecarIT {
    private static final Duration START_LIMIT = Duration.ofMinutes(6);
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Network network;
    private static Host host;

    /** Starts it without an archive, because creating one for a store takes minutes on a busy machine. */
    @BeforeAll
    static void start() throws IOException {
        network = new Network(directory.resolve("hosts"));
        host = network.host("db-1");
        Path file = Files.writeString(host.directory().resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: r, zone: a, host: h1}
                link: {listen: 127.0.0.1:15000, warm-up: 0s}
                targets: {raft: 127.0.0.1:2380}
                store: {data: data, clients: [127.0.0.1:2379]}
                admin: {listen: "%s:9901", exposed: true}
                """.formatted(host.ip()));
        Path launcher = Path.of("..", "bin", "narrows").toRealPath();
        host.start(
                "narrows",
                List.of("env", "NARROWS_TRAIN=never", launcher.toString(), "run", "--config", file.toString()));
        await().atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> scrape("").body().contains("\nnarrows_raft_is_leader 1.0\n"));
    }

    @AfterAll
    static void stop() {
        if (network != null) {
            network.close();
        }
    }

    @Test
    void adminPort_hasTheMetricsOfBoth() throws Exception {
        String metrics = scrape("").body();

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
        HttpResponse<String> answer = scrape(OPEN_METRICS);

        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(answer.body())
                .contains("\nnarrows_build_info{", "\nnarrows_store_memtable_bytes{")
                .containsOnlyOnce("# EOF\n")
                .endsWith("# EOF\n");
        assertThat(types(answer.body())).doesNotHaveDuplicates();
    }

    @Test
    void promtoolFindsNothing() throws Exception {
        Path page =
                Files.writeString(directory.resolve("metrics.txt"), scrape("").body());

        assertThat(Command.run(List.of("promtool", "check", "metrics"), page)).isEmpty();
    }

    private static HttpResponse<String> scrape(String accept) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + host.ip() + ":9901/metrics"));
        if (!accept.isEmpty()) {
            request.header("Accept", accept);
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    /** Returns name and type of each family. */
    private static List<String> types(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.substring("# TYPE ".length()))
                .toList();
    }
}
