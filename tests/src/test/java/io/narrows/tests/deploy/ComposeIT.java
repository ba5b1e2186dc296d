package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the cluster of {@code docker/compose.yaml} without Docker: real etcd with the environment and the hosts of the file,
 * on a host per network, and the unmodified configurations of the sidecars.
 */
class ComposeIT {
    private static final Path DOCKER = Release.CHECKOUT.resolve("docker");
    private static final int NODES = 3;
    private static final int CLIENT_PORT = 2379;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final List<Host> hosts = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private Network network;

    @BeforeEach
    void up() throws IOException {
        network = new Network(directory);
        for (int number = 1; number <= NODES; number++) {
            hosts.add(network.host("etcd-" + number));
        }
        for (Host host : hosts) {
            hosts.forEach(other -> host.resolve(other.name(), other.ip()));
            startEtcd(host);
        }
        for (int number = 1; number <= NODES; number++) {
            String yaml = Files.readString(DOCKER.resolve("compose/db-%d.yaml".formatted(number)));
            sidecars.add(Sidecar.start(hosts.get(number - 1), yaml, ""));
        }
    }

    @AfterEach
    void down() {
        network.close();
    }

    @Test
    void cluster_agrees_throughItsSidecars() throws IOException {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> ask(hosts.get(0), "put", "{\"key\": \"a2V5\", \"value\": \"dmFsdWU=\"}")
                        .contains("revision"));

        assertThat(ask(hosts.get(2), "range", "{\"key\": \"a2V5\"}")).contains("\"value\":\"dmFsdWU=\"");
        assertThat(sidecars.get(0).metrics().sum("narrows_app_bytes_total", "peer=\"db-2\"", "tier=\"cross-zone\""))
                .isPositive();
        assertThat(sidecars.get(0).metrics().sum("narrows_app_bytes_total", "peer=\"db-3\"", "tier=\"cross-region\""))
                .isPositive();
    }

    private static void startEtcd(Host host) throws IOException {
        Map<?, ?> services = map(PublishedSchema.parse(Files.readString(DOCKER.resolve("compose.yaml"))), "services");
        Map<?, ?> service = map(services, host.name());
        for (Object extra : (List<?>) service.get("extra_hosts")) {
            String[] nameAndAddress = extra.toString().split(":");
            host.resolve(nameAndAddress[0], nameAndAddress[1]);
        }
        List<String> command = new ArrayList<>(List.of("env"));
        map(service, "environment").forEach((name, value) -> command.add(name + "=" + value));
        command.add("ETCD_DATA_DIR=" + host.directory().resolve("etcd"));
        command.add("etcd");
        host.start("etcd", command);
    }

    private static Map<?, ?> map(Object parent, String key) {
        return (Map<?, ?>) ((Map<?, ?>) parent).get(key);
    }

    private static String ask(Host host, String what, String json) throws IOException {
        URI uri = URI.create("http://%s:%d/v3/kv/%s".formatted(host.ip(), CLIENT_PORT, what));
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
