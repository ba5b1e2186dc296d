package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.support.Applications;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.FreePort;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sidecars that find each other by a file of addresses, and carry traffic. */
@Tag("long")
@Timeout(120)
final class FoundPeersTest {
    @TempDir
    private Path folder;

    private EchoServer target;
    private final Map<String, Integer> links = new HashMap<>();
    private final Map<String, SelfSigned> certificates = new HashMap<>();
    private final List<Sidecar> running = new ArrayList<>();

    @BeforeEach
    void startTarget() throws IOException {
        target = EchoServer.echoing();
    }

    @AfterEach
    void stop() throws IOException {
        running.forEach(Sidecar::close);
        target.close();
    }

    @Test
    void nodesThatFindEachOther_carryTraffic_andShowTheSource() throws Exception {
        int capture = FreePort.next();
        Sidecar a = start("a", "plaintext: true", "plaintext: true", capture);
        Sidecar b = start("b", "plaintext: true", "plaintext: true", FreePort.next());
        list("a", "b");

        awaitPeers(a, "b");
        awaitPeers(b, "a");
        assertThatEchoes(capture);
        String source = "file: " + folder.resolve("peers.yaml");
        assertThat(a.config().peers().get(0).source())
                .hasValueSatisfying(found -> assertThat(found.label()).isEqualTo(source));
        Exposed metrics = Exposed.of(a);
        assertThat(metrics.value("narrows_peer_source", "peer=\"b\"", "source=\"" + source + "\""))
                .isEqualTo(1);
        assertThat(metrics.value("narrows_discovery_endpoints", "state=\"peer\""))
                .isEqualTo(1);
        assertThat(metrics.value("narrows_discovery_endpoints", "state=\"self\""))
                .isEqualTo(1);
        assertThat(metrics.value("narrows_discovery_up")).isEqualTo(1);
    }

    @Test
    void certificate_provesTheId() throws Exception {
        int capture = FreePort.next();
        Sidecar a = start("a", tls("a", "a", "c"), "allow: 'spiffe://example/db/{id}'", capture);
        start("b", tls("b", "a", "b", "c"), "allow: 'spiffe://example/db/{id}'", FreePort.next());
        Sidecar c = start("c", tls("c", "a", "b", "c"), "allow: 'spiffe://example/db/{id}'", FreePort.next());
        list("a", "b", "c");

        awaitPeers(c, "a", "b");
        awaitPeers(a, "c"); // a does not trust b's authority
        assertThat(Exposed.of(a).value("narrows_discovery_endpoints", "state=\"unidentified\""))
                .isEqualTo(1);
    }

    @Test
    void certificateForAnotherName_provesNothing() throws Exception {
        certificates.put("c", certificate("c", "spiffe://example/other/c"));
        Sidecar a = start("a", tls("a", "a", "b", "c"), "allow: 'spiffe://example/db/{id}'", FreePort.next());
        Sidecar b = start("b", tls("b", "a", "b", "c"), "allow: 'spiffe://example/db/{id}'", FreePort.next());
        Sidecar c = start("c", tls("c", "a", "b", "c"), "allow: 'spiffe://example/other/{id}'", FreePort.next());
        list("a", "b", "c");

        awaitPeers(a, "b");
        awaitPeers(b, "a");
        for (Sidecar sidecar : List.of(a, b)) {
            await().untilAsserted(() -> assertThat(
                            Exposed.of(sidecar).sum("narrows_refused_hellos_total", "reason=\"unknown-node\""))
                    .isPositive());
            assertThat(Exposed.of(sidecar).value("narrows_discovery_endpoints", "state=\"unidentified\""))
                    .isEqualTo(1);
        }
        assertThat(c.config().peers()).isEmpty();
        assertThat(c.links()).isEmpty();
    }

    @Test
    void peerThatLeaves_drains_andOneThatComesJoins() throws Exception {
        int capture = FreePort.next();
        Sidecar a = start("a", "plaintext: true", "plaintext: true", capture);
        start("b", "plaintext: true", "plaintext: true", FreePort.next());
        list("a", "b");
        awaitPeers(a, "b");
        try (Socket open = Applications.connect(capture)) {
            Applications.echo(open, "before");
            drain(a, "1s", "1h");

            list("a");
            awaitPeers(a);

            Applications.echo(open, "while it drains");
            drain(a, "1h", "1s");
            assertThatThrownBy(() -> open.getInputStream().read()).hasMessageContaining("reset");
        }
        list("a", "b");
        awaitPeers(a, "b");
        assertThatEchoes(capture);
    }

    @Test
    void secondNodeOfOneId_isRefused_andTold() throws Exception {
        Sidecar a = start("a", "plaintext: true", "plaintext: true", FreePort.next());
        Sidecar first = start("b", "plaintext: true", "plaintext: true", FreePort.next());
        list("a", "b");
        awaitPeers(a, "b");

        links.put("first b", links.get("b"));
        Sidecar second = start("b", "plaintext: true", "plaintext: true", FreePort.next());
        list("a", "b", "first b");
        await().untilAsserted(() -> assertThat(Exposed.of(a).value("narrows_discovery_endpoints", "state=\"rival\""))
                .isEqualTo(1));
        assertThat(a.config().peers())
                .extracting(Peer::link)
                .containsExactly(new HostPort("127.0.0.1", links.get("first b")));
        await().untilAsserted(() -> assertThat(Exposed.of(first)
                        .value("narrows_refused_hellos_total", "peer=\"unknown\"", "reason=\"duplicate-node\""))
                .isPositive());
        await().untilAsserted(() -> assertThat(
                        Exposed.of(second).value("narrows_discovery_endpoints", "state=\"unidentified\""))
                .as("the nodes that do not talk to it")
                .isPositive());
    }

    @Test
    void unknownNode_isToldToComeBack() throws Exception {
        start("a", "plaintext: true", "plaintext: true", FreePort.next());
        try (FakePeer early = new FakePeer(links.get("a"))) {
            early.send(FakePeer.hello("b", Codec.NONE));
            assertThat(early.readGreeting().getRefusal().getReason()).isEqualTo(Refusal.Reason.NOT_YET_KNOWN);
        }
        try (FakePeer nameless = new FakePeer(links.get("a"))) {
            nameless.send(FakePeer.hello("no id", Codec.NONE));
            assertThat(nameless.readGreeting().getRefusal().getReason()).isEqualTo(Refusal.Reason.UNKNOWN_NODE);
        }

        links.put("b", FreePort.next()); // nothing listens there yet
        list("a", "b");
        await().untilAsserted(() -> {
            try (FakePeer known = new FakePeer(links.get("a"))) {
                known.send(FakePeer.hello("b", Codec.NONE));
                assertThat(known.readGreeting().getRefusal().getReason()).isEqualTo(Refusal.Reason.NOT_YET_KNOWN);
            }
        });
    }

    @Test
    void introduction_isAnsweredWithoutALink() throws Exception {
        Sidecar a = start("a", "plaintext: true", "plaintext: true", FreePort.next());
        links.put("b", FreePort.next());
        list("a", "b");
        await().until(() -> !a.config().discovery().found().others().isEmpty());

        try (FakePeer asking = new FakePeer(links.get("a"))) {
            asking.send(FakePeer.hello("b", Codec.NONE).setIntroduction(true));
            Greeting answer = asking.readGreeting();

            assertThat(answer.getHello().getNode()).isEqualTo("a");
            assertThat(answer.getHello().getInstance()).isNotZero();
            assertThat(asking.ended()).isTrue();
        }
        assertThat(a.links()).isEmpty();
    }

    @Test
    void introductionToItself_isAnswered_howeverOften() throws Exception {
        Sidecar a = start("a", "plaintext: true", "plaintext: true", FreePort.next());
        list("a");
        await().untilAsserted(() -> assertThat(Exposed.of(a).value("narrows_discovery_endpoints", "state=\"self\""))
                .isEqualTo(1));
        long instance;
        try (FakePeer asking = new FakePeer(links.get("a"))) {
            asking.send(FakePeer.hello("a", Codec.NONE).setIntroduction(true));
            assertThat(asking.readGreeting().hasRefusal()).isTrue(); // another process with its id
        }
        links.put("b", FreePort.next());
        list("a", "b");
        await().until(() -> !a.config().discovery().found().others().isEmpty());
        try (FakePeer asking = new FakePeer(links.get("a"))) {
            asking.send(FakePeer.hello("b", Codec.NONE).setIntroduction(true));
            instance = asking.readGreeting().getHello().getInstance();
        }
        list("a");
        await().until(() -> a.config().discovery().found().others().isEmpty());

        try (FakePeer asking = new FakePeer(links.get("a"))) {
            asking.send(FakePeer.hello("a", Codec.NONE).setIntroduction(true).setInstance(instance));
            assertThat(asking.readGreeting().hasHello()).isTrue();
        }
    }

    /** Gives the links of peers that have left another time to drain. */
    private void drain(Sidecar a, String before, String after) throws IOException {
        Path file = file("a");
        Files.writeString(file, Files.readString(file).replace("drain: " + before, "drain: " + after));
        assertThat(a.reload()).isEmpty();
    }

    /** Lists the nodes' addresses in the file that all of them watch. */
    private void list(String... nodes) throws IOException {
        String items = Arrays.stream(nodes)
                .map(node -> "- 127.0.0.1:" + links.get(node) + "\n")
                .collect(Collectors.joining());
        Path next = Files.writeString(folder.resolve("next"), items.isEmpty() ? "[]\n" : items);
        Files.move(next, folder.resolve("peers.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private Sidecar start(String node, String protection, String proof, int capture) throws IOException {
        int link = FreePort.next();
        links.put(node, link);
        Path file = Files.writeString(file(node), """
                version: 1
                node: {id: %s, region: r-%s, zone: z, host: h-%s}
                link: {listen: 127.0.0.1:%d, drain: 1s, %s}
                targets: {work: 127.0.0.1:%d}
                peers-from:
                  - {file: peers.yaml, %s}
                capture:
                  - {listen: 127.0.0.1:%d, peer: %s, target: work}
                admin: {listen: 127.0.0.1:%d}
                """.formatted(
                        node,
                        node,
                        node,
                        link,
                        protection,
                        target.port(),
                        proof,
                        capture,
                        node.equals("a") ? "b" : "a",
                        FreePort.next()));
        try {
            Config config = ConfigLoader.load(file);
            Sidecar sidecar = Sidecar.start(config, ConfigSource.of(file), "test");
            running.add(sidecar);
            return sidecar;
        } catch (ConfigException e) {
            throw new IOException(e);
        }
    }

    private Path file(String node) {
        return folder.resolve(node + "-" + links.get(node) + ".yaml");
    }

    /** Returns the YAML of a certificate for a node whose peers' own certificates are its authorities. */
    private String tls(String node, String... trusted) throws Exception {
        StringBuilder authorities = new StringBuilder();
        for (String id : trusted) {
            authorities.append(Files.readString(certificate(id).cert()));
        }
        Path ca = Files.writeString(folder.resolve("ca-" + node + ".pem"), authorities);
        return certificate(node).tls(ca);
    }

    private SelfSigned certificate(String id) throws Exception {
        SelfSigned known = certificates.get(id);
        if (known == null) {
            known = certificate(id, "spiffe://example/db/" + id);
            certificates.put(id, known);
        }
        return known;
    }

    private SelfSigned certificate(String id, String uri) throws Exception {
        return SelfSigned.of(new CertificateTemplate(id).uri(uri), folder);
    }

    private static void awaitPeers(Sidecar sidecar, String... ids) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(sidecar.config().peers())
                        .extracting(peer -> peer.id().value())
                        .containsExactlyInAnyOrder(ids));
    }

    private static void assertThatEchoes(int capture) {
        await().untilAsserted(() -> {
            try (Socket socket = Applications.connect(capture)) {
                Applications.echo(socket, "through the link");
            }
        });
    }
}
