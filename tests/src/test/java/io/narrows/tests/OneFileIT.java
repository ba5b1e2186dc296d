package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs five sidecars from the same file, each as another node of it. Each host's application answers with its node. */
class OneFileIT {
    private static final int NODES = 5;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<String, Sidecar> sidecars = new LinkedHashMap<>();
    private Path file;

    @BeforeEach
    void start() throws IOException {
        network = new Network(directory);
        for (int i = 1; i <= NODES; i++) {
            String node = "n" + i;
            Host host = network.host(node);
            host.start(
                    "app", List.of("socat", "TCP4-LISTEN:7000,bind=127.0.0.1,fork,reuseaddr", "SYSTEM:echo " + node));
            hosts.put(node, host);
        }
        file = Files.writeString(directory.resolve("narrows.yaml"), yaml());
        hosts.forEach((node, host) -> sidecars.put(node, Sidecar.launch(host, file, node)));
        sidecars.values().forEach(Sidecar::awaitReady);
    }

    @Test
    void allPairsAreLinked() throws IOException {
        for (String node : hosts.keySet()) {
            for (String peer : hosts.keySet()) {
                if (!node.equals(peer)) {
                    assertThat(talk(node, peer)).isEqualTo(peer + "\n");
                }
            }
        }

        for (Map.Entry<String, Sidecar> sidecar : sidecars.entrySet()) {
            for (String peer : hosts.keySet()) {
                if (!sidecar.getKey().equals(peer)) {
                    assertThat(sidecar.getValue().metrics().appBytes(peer)).isPositive();
                }
            }
        }
        String plan = Launcher.run(hosts.get("n2"), "capture", "plan", "--config", file.toString(), "--node", "n2");
        assertThat(plan)
                .contains(hosts.get("n1").ip(), hosts.get("n5").ip())
                .doesNotContain(hosts.get("n2").ip());
    }

    private String talk(String node, String peer) {
        String command = "socat -t 10 -u TCP:127.0.1." + peer.substring(1) + ":7000 -";
        Host host = hosts.get(node);
        return await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> host.run("sh", "-c", command), text -> !text.isEmpty());
    }

    private String yaml() {
        String nodes = hosts.entrySet().stream()
                .map(host -> "  - {id: %s, region: eu, zone: %s, host: %s, link: '%s:15000'}%n"
                        .formatted(
                                host.getKey(),
                                host.getKey(),
                                host.getKey(),
                                host.getValue().ip()))
                .collect(Collectors.joining());
        String captures = IntStream.rangeClosed(1, NODES)
                .mapToObj("  - {listen: '127.0.1.%1$d:7000', peer: n%1$d, target: app}%n"::formatted)
                .collect(Collectors.joining());
        return """
                version: 1
                nodes:
                %slink: {listen: '0.0.0.0:15000', plaintext: true, warm-up: 0s}
                targets: {app: '127.0.0.1:7000'}
                capture:
                %s  - {transparent: '127.0.0.1:15001', ports: [7001], source: own}
                admin: {listen: '0.0.0.0:9901', exposed: true}
                """.formatted(nodes, captures);
    }
}
