package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Recorder;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.WireHop;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Switches TLS on in three sidecars one by one, as in docs/guide/security.md, with open connections between all of them. */
class TlsRolloutIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> NODES = List.of("one", "two", "three");
    private static final int TARGET_PORT = 9000;
    private static final int CAPTURE_PORT = 7000;
    private static final int WIRE_PORT = 15001;
    private static final byte[] TEXT = "what the database says ".repeat(40).getBytes(StandardCharsets.US_ASCII);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    private final Recorder recorder = new Recorder();
    private final List<Host> hosts = new ArrayList<>();
    private final List<WireHop> wires = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private Network network;
    private Certificates certificates;
    private ServerSocket target;

    @BeforeEach
    void start() throws IOException {
        network = new Network(directory);
        certificates = new Certificates(directory.resolve("certificates"));
        target = new ServerSocket();
        target.setReuseAddress(true);
        target.setSoTimeout((int) LIMIT.toMillis());
        target.bind(Network.testAddress(TARGET_PORT));
        for (String node : NODES) {
            hosts.add(network.host(node));
        }
        for (int node = 0; node < NODES.size(); node++) {
            wires.add(new WireHop(
                    Network.testAddress(WIRE_PORT + node), hosts.get(node).address(SidecarConfig.LINK_PORT), recorder));
        }
        for (int node = 0; node < NODES.size(); node++) {
            sidecars.add(Sidecar.start(hosts.get(node), config(node)));
        }
    }

    @AfterEach
    void stop() throws IOException {
        network.close();
        for (WireHop wire : wires) {
            wire.close();
        }
        target.close();
    }

    @Test
    void noConnectionBreaks_andInTheEndAllIsEncrypted() throws IOException {
        List<Connection> early = connectAll();
        carryAll(early);
        assertThat(recorder.activeSinceMark()).isNotEmpty().noneMatch(Recorder::isTls);

        List<Connection> between = new ArrayList<>();
        for (int node = 0; node < NODES.size(); node++) {
            reload(node, "permissive");
            carryAll(early);
            between.addAll(connectAll());
            carryAll(between);
        }
        assertThat(plainLinks()).isPositive();
        closeAll(early);
        closeAll(between);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(plainLinks()).isZero());

        List<Connection> encrypted = connectAll();
        for (int node = 0; node < NODES.size(); node++) {
            reload(node, "strict");
            carryAll(encrypted);
        }
        recorder.mark();
        carryAll(encrypted);
        carryAll(connectAll());

        assertThat(recorder.activeSinceMark()).hasSizeGreaterThanOrEqualTo(12).allMatch(Recorder::isTls);
        assertThat(sidecars)
                .allSatisfy(sidecar -> assertThat(sidecar.get("/links").body())
                        .contains("\"tls\":true")
                        .doesNotContain("\"tls\":false"));
    }

    /** Opens a connection from each node to each of the others. */
    private List<Connection> connectAll() throws IOException {
        List<Connection> connections = new ArrayList<>();
        for (Host host : hosts) {
            for (int other = 0; other < NODES.size() - 1; other++) {
                Socket client = new Socket();
                client.connect(host.address(CAPTURE_PORT + other), (int) LIMIT.toMillis());
                connections.add(new Connection(client, target.accept()));
            }
        }
        return connections;
    }

    private static void carryAll(List<Connection> connections) throws IOException {
        for (Connection connection : connections) {
            connection.carry(TEXT);
            connection.exchangeBytes();
        }
    }

    private static void closeAll(List<Connection> connections) throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
    }

    private double plainLinks() throws IOException {
        double sum = 0;
        for (Sidecar sidecar : sidecars) {
            sum += sidecar.metrics().sum("narrows_plain_links");
        }
        return sum;
    }

    private void reload(int node, String mode) throws IOException {
        sidecars.get(node)
                .reload(config(node)
                        .tls(certificates.node(NODES.get(node)), mode)
                        .toYaml());
    }

    private SidecarConfig config(int node) {
        SidecarConfig config = new SidecarConfig(site(node), hosts.get(node))
                .target("app", Network.testAddress(TARGET_PORT).getAddress().getHostAddress() + ":" + TARGET_PORT)
                .policy("{codec: none}");
        int captures = 0;
        for (int other = 0; other < NODES.size(); other++) {
            if (other != node) {
                String wire = Network.testAddress(0).getAddress().getHostAddress() + ":" + (WIRE_PORT + other);
                String capture = hosts.get(node).ip() + ":" + (CAPTURE_PORT + captures++);
                config.peer(site(other), wire).capture(capture, NODES.get(other), "app");
            }
        }
        return config;
    }

    private static Site site(int node) {
        return new Site(NODES.get(node), "us-east-1", "us-east-1" + "abc".charAt(node));
    }
}
