package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the cluster of {@code docker/store/compose.yaml} without Docker: stores and sidecars in separate processes, on a
 * host per network, with the unmodified configurations except for the data directory.
 */
class StoreComposeIT {
    private static final Path COMPOSE = Release.CHECKOUT.resolve("docker/store/compose");
    private static final String NARROWS =
            Release.CHECKOUT.resolve("bin/narrows").toString();
    private static final int NODES = 3;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final List<Sidecar> sidecars = new ArrayList<>();

    @AutoClose
    private Network network;

    private Host first;

    @BeforeEach
    void up() throws IOException {
        network = new Network(directory);
        List<Host> hosts = new ArrayList<>();
        for (int number = 1; number <= NODES; number++) {
            hosts.add(network.host("store-" + number));
        }
        first = hosts.get(0);
        for (Host host : hosts) {
            hosts.forEach(other -> host.resolve(other.name(), other.ip()));
            String yaml = Files.readString(COMPOSE.resolve(host.name() + ".yaml"))
                    .replace("/var/lib/narrows", host.directory().toString());
            Path file = Files.writeString(host.directory().resolve("of-store.yaml"), yaml);
            host.start("store", List.of(NARROWS, "node", "--config", file.toString()));
            sidecars.add(Sidecar.start(host, yaml, ""));
        }
    }

    @Test
    void cluster_agrees_throughItsSidecars() throws IOException {
        // etcdctl waits for the election.
        assertThat(etcdctl("store-1", "put", "key", "value")).contains("OK");

        assertThat(etcdctl("store-3", "get", "key")).contains("value");
        await("addresses for clients")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(etcdctl("store-1", "endpoint", "status", "--cluster"))
                        .contains("http://store-1:2379", "http://store-2:2379", "http://store-3:2379"));
        assertThat(sidecars.get(0).metrics().sum("narrows_app_bytes_total", "peer=\"store-2\"", "tier=\"cross-zone\""))
                .isPositive();
        assertThat(sidecars.get(0)
                        .metrics()
                        .sum("narrows_app_bytes_total", "peer=\"store-3\"", "tier=\"cross-region\""))
                .isPositive();
    }

    /** Runs etcdctl on the first host. */
    private String etcdctl(String store, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of("etcdctl", "--endpoints=" + store + ":2379", "--dial-timeout=600s", "--command-timeout=600s"));
        command.addAll(List.of(arguments));
        return first.run(command.toArray(String[]::new));
    }
}
