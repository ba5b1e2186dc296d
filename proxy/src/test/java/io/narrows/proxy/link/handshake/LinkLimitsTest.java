package io.narrows.proxy.link.handshake;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.RecentFailures;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Limits that prevent clients without a hello and greedy peers from blocking others. */
@Timeout(60)
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
final class LinkLimitsTest {
    private static final String FEW_LINKS = "plaintext: true, max-links: 40";
    private static final String LINKS = "narrows_memory_bytes{pool=\"links\"}";
    private static final String HANDSHAKES = "narrows_memory_bytes{pool=\"handshakes\"}";
    private static final long MIB = 1 << 20;
    /** A sixteenth is for handshakes; unknown clients together may hold four times the free part. */
    private static final long DIRECT_FOR_THREE_GREETINGS = 16 * 3 * HandshakeMemory.BYTES;
    /** Half of such a heap is for the idle process, a quarter of the rest for links; a peer may hold four times the free part. */
    private static final long HEAP_FOR_TEN_LINKS = 8 * 10 * LinkMemory.BYTES;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void silentSockets_leaveThisNodesOwnDialsAlone() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder, target.port(), "- {codec: none}", List.of(FEW_LINKS, FEW_LINKS))
                        .start()) {
            int linkPortOfA = pair.a().config().link().listen().port();
            Socket last = open(linkPortOfA);
            for (int i = 0; i < 300; i++) {
                last = open(linkPortOfA);
            }
            assertThat(ended(last)).isTrue();

            for (int i = 0; i < 20; i++) {
                try (Socket application = connect(pair.listenerPort())) {
                    echo(application, "captured " + i);
                }
            }
        }
    }

    @Test
    void silentSocketsOfOneSource_leaveRoomForAnother() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair =
                        new SidecarPair(folder, target.port(), "- {codec: none}", List.of(FEW_LINKS, FEW_LINKS))) {
            pair.startB();
            await().until(
                            () -> { // on a slow machine, the first ones may be closed before the others come
                                for (int i = 0; i < 300; i++) {
                                    openFrom("127.0.0.2", pair.linkPortOfB());
                                }
                                return gauge(pair.b(), "narrows_greetings") >= 16;
                            });

            try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
                peer.send(FakePeer.hello("a", Codec.NONE));

                assertThat(peer.readGreeting().hasHello()).isTrue();
            }
        }
    }

    @Test
    void silentSocket_isClosedLongBeforeTheHelloTimeout() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}")) {
            pair.startB();
            Socket silent = open(pair.linkPortOfB());

            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThat(failures(pair.b(), Failure.HELLO_TIMEOUT)).contains("no data within 3 s");
        }
    }

    @Test
    @Timeout(180)
    void firstByte_leavesTheWholeTimeForTheRest() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}")) {
            pair.startB();

            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(
                            () -> { // on a slow machine, the byte may be late
                                assertThat(ended(begin(pair.linkPortOfB()))).isTrue();
                                assertThat(failures(pair.b(), Failure.HELLO_TIMEOUT))
                                        .contains("no hello within 10 s");
                            });
        }
    }

    @Test
    void greeting_takesItsMemoryWithTheFirstByte_andGivesItBack() throws Exception {
        try (Sidecar hub = hub()) {
            int port = hub.config().link().listen().port();
            List<Socket> begun = new ArrayList<>();
            await().until(
                            () -> { // on a slow machine, any of them may be closed before it is seen
                                if (gauge(hub, HANDSHAKES) == 0) {
                                    begun.add(begin(port));
                                }
                                open(port);
                                return gauge(hub, "narrows_greetings") >= 2
                                        && gauge(hub, HANDSHAKES) == HandshakeMemory.BYTES;
                            });

            for (Socket socket : begun) {
                socket.close();
            }
            linksOf("modest", port, 1);

            await().until(() -> gauge(hub, HANDSHAKES) == 0);
            assertThat(hub.links()).hasSize(1);
        }
    }

    @Test
    void greetingThatThereIsNoMemoryFor_isRefused() throws Exception {
        try (Sidecar hub = hub(new ProcessMemory(512 * MIB, DIRECT_FOR_THREE_GREETINGS, 4096 * MIB))) {
            int port = hub.config().link().listen().port();
            List<Socket> begun = new ArrayList<>();
            await().until(
                            () -> { // on a slow machine, one whose byte is late is closed
                                begun.add(begin(port));
                                return gauge(hub, HANDSHAKES) == 2 * HandshakeMemory.BYTES;
                            });

            Socket third = open(port);

            assertThat(ended(third)).isTrue();
            assertThat(failures(hub, Failure.GREETING_LIMIT))
                    .containsOnly("too many connections without a hello: 2 (limit: 2)");
            for (Socket socket : begun) {
                socket.close();
            }
            await().until(() -> gauge(hub, HANDSHAKES) == 0);
        }
    }

    @Test
    void peerThatTakesAllItGets_leavesAnotherItsPart() throws Exception {
        try (Sidecar hub = hub()) {
            int port = hub.config().link().listen().port();
            int ofGreedy = linksOf("greedy", port, 60);

            int ofModest = linksOf("modest", port, 7);

            assertThat(ofGreedy).isLessThan(30);
            assertThat(ofModest).isEqualTo(7);
            await().untilAsserted(() -> assertThat(hub.links()).hasSize(ofGreedy + ofModest));
        }
    }

    @Test
    void peerBeyondItsShare_isNotified() throws Exception {
        try (Sidecar hub = hub()) {
            int port = hub.config().link().listen().port();
            linksOf("greedy", port, 60);

            try (FakePeer peer = new FakePeer(port)) {
                peer.send(FakePeer.hello("greedy", Codec.NONE));

                Refusal refusal = peer.readGreeting().getRefusal();
                assertThat(refusal.getReason()).isEqualTo(Refusal.Reason.TOO_MANY_LINKS);
                assertThat(refusal.getDetail()).contains("links of greedy, its share of max-links 40");
            }
        }
    }

    @Test
    void linkThatThereIsNoMemoryFor_isRefused_andFitsWhenAnotherOneHasEnded() throws Exception {
        try (Sidecar hub = hub(new ProcessMemory(HEAP_FOR_TEN_LINKS, 64 * MIB, 4096 * MIB))) {
            int port = hub.config().link().listen().port();

            int ofGreedy = linksOf("greedy", port, 15);

            assertThat(ofGreedy).isEqualTo(8);
            assertThat(gauge(hub, LINKS)).isEqualTo(8 * LinkMemory.BYTES);
            try (FakePeer peer = new FakePeer(port)) {
                peer.send(FakePeer.hello("greedy", Codec.NONE));

                Refusal refusal = peer.readGreeting().getRefusal();
                assertThat(refusal.getReason()).isEqualTo(Refusal.Reason.TOO_MANY_LINKS);
                assertThat(refusal.getDetail())
                        .isEqualTo("node hub has no memory for another link to or from greedy: the existing ones use "
                                + 8 * LinkMemory.BYTES + " bytes of " + 8 * LinkMemory.BYTES);
            }
            assertThat(linksOf("modest", port, 1)).isEqualTo(1);

            opened.get(0).close();
            opened.get(1).close();

            await().until(() -> gauge(hub, LINKS) == 7 * LinkMemory.BYTES);
            assertThat(linksOf("greedy", port, 1)).isEqualTo(1);
        }
    }

    @Test
    void dialWithoutMemory_isNotAnUnreachablePeer() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}")
                        .withMemory(new ProcessMemory(HEAP_FOR_TEN_LINKS, 64 * MIB, 4096 * MIB))
                        .start()) {
            for (int i = 0; i < 10; i++) {
                opened.add(connect(pair.listenerPort()));
            }

            await().until(() -> !failures(pair.a(), Failure.MEMORY).isEmpty());
            assertThat(failures(pair.a(), Failure.MEMORY))
                    .allMatch(detail -> detail.contains("no memory for another link to or from b"));
            assertThat(failures(pair.a(), Failure.PEER_UNREACHABLE)).isEmpty();

            for (AutoCloseable each : opened) {
                each.close();
            }
            await().until(() -> gauge(pair.a(), LINKS) < 7 * LinkMemory.BYTES);
            try (Socket application = connect(pair.listenerPort())) {
                echo(application, "there is room again");
            }
        }
    }

    @Test
    void acceptedLinks_leaveThisNodesOwnDialsAlone() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder, target.port(), "- {codec: none}", List.of(FEW_LINKS, FEW_LINKS))
                        .start()) {
            linksOf("b", pair.a().config().link().listen().port(), 60);

            for (int i = 0; i < 5; i++) {
                Socket application = connect(pair.listenerPort());
                opened.add(application);
                echo(application, "captured " + i);
            }
        }
    }

    @Test
    void dialBeyondMaxLinks_isNotAnUnreachablePeer() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder,
                                target.port(),
                                "- {codec: none}",
                                List.of("plaintext: true, max-links: 1", "plaintext: true"))
                        .start()) {
            opened.add(connect(pair.listenerPort()));
            opened.add(connect(pair.listenerPort()));

            await().until(() -> !failures(pair.a(), Failure.LIMIT).isEmpty());
            assertThat(failures(pair.a(), Failure.LIMIT)).contains("the limit link.max-links is reached: 1");
            assertThat(failures(pair.a(), Failure.PEER_UNREACHABLE)).isEmpty();
        }
    }

    private Sidecar hub() throws Exception {
        return hub(ProcessMemory.ofThisProcess());
    }

    private Sidecar hub(ProcessMemory memory) throws Exception {
        Path file = Files.writeString(
                folder.resolve("hub.yaml"), """
                version: 1
                node: {id: hub, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:%d, drain: 1s, min-idle: 0, %s}
                targets: {}
                peers:
                  - {id: greedy, region: r, zone: z, host: g, link: 127.0.0.1:1}
                  - {id: modest, region: r, zone: z, host: m, link: 127.0.0.1:2}
                policy: []
                admin: {listen: 127.0.0.1:%d}
                """.formatted(FreePort.next(), FEW_LINKS, FreePort.next()));
        Config config = ConfigLoader.load(file);
        return Sidecar.start(config, ConfigSource.of(file), "test", memory);
    }

    /** Requests links for a peer, keeps them open, and returns how many were accepted. */
    private int linksOf(String node, int port, int asked) throws IOException {
        int got = 0;
        for (int i = 0; i < asked; i++) {
            FakePeer peer = new FakePeer(port);
            opened.add(peer);
            peer.send(FakePeer.hello(node, Codec.NONE));
            Greeting answer = peer.readGreeting();
            got += answer.hasHello() ? 1 : 0;
        }
        return got;
    }

    private Socket open(int port) throws IOException {
        return openFrom("127.0.0.1", port);
    }

    /** Opens a connection whose hello begins, but does not end. */
    private Socket begin(int port) throws IOException {
        Socket socket = open(port);
        socket.getOutputStream().write('N');
        return socket;
    }

    private Socket openFrom(String source, int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(source), 0);
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        opened.add(socket);
        return socket;
    }

    private static boolean ended(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static String scrape(Sidecar sidecar) {
        return Exposed.text(sidecar);
    }

    private static double gauge(Sidecar sidecar, String name) {
        return scrape(sidecar)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(-1);
    }

    private static List<String> failures(Sidecar sidecar, Failure reason) {
        return sidecar.events().recentFailures().latest().getOrDefault(reason, List.of()).stream()
                .map(RecentFailures.Event::detail)
                .toList();
    }
}
