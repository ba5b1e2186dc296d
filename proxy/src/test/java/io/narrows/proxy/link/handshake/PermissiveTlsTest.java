package io.narrows.proxy.link.handshake;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Enabling TLS node by node, and attacks that try to prevent it. */
@Tag("long")
@Timeout(60)
final class PermissiveTlsTest {
    private static final String PLAIN = "plaintext: true";
    private static final String POLICY = "- {codec: none}";
    private static final int TLS_HANDSHAKE = 0x16;

    @TempDir
    private Path folder;

    private final List<String> security = new ArrayList<>(List.of(PLAIN, PLAIN));
    private SelfSigned ofA;
    private SelfSigned ofB;
    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void prepare() throws Exception {
        ofA = SelfSigned.of("a", 1, folder);
        ofB = SelfSigned.of("b", 1, folder);
        target = EchoServer.echoing();
        pair = new SidecarPair(folder, target.port(), POLICY, security);
    }

    @AfterEach
    void close() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void permissiveNode_reachesAPlainPeer() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        pair.start();

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "in plain text");

            assertThat(carrying(pair.a())).containsExactly(false);
            assertThat(sample(pair.a(), "narrows_plain_links{peer=\"b\"}")).isPositive();
            assertThat(sample(pair.a(), "narrows_plain_links_taken_total{peer=\"b\"}"))
                    .isPositive();
        }
    }

    @Test
    void plainNode_reachesAPermissivePeer() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.start();

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "in plain text");

            assertThat(carrying(pair.b())).containsExactly(false);
        }
    }

    @Test
    void permissiveNodes_speakTls() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        security.set(1, tlsOfB(", mode: permissive"));
        pair.start();

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");

            assertThat(carrying(pair.a())).containsExactly(true);
            assertThat(sample(pair.a(), "narrows_plain_links{peer=\"b\"}")).isZero();
        }
    }

    @Test
    void permissiveNode_speaksTlsWithAStrictOne() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        security.set(1, tlsOfB(""));
        pair.start();

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");

            assertThat(carrying(pair.a())).containsExactly(true);
        }
    }

    @Test
    void firstByteThatIsNeither_isRefused() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.startB();

        try (FakePeer stranger = new FakePeer(pair.linkPortOfB())) {
            stranger.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(stranger.readGreeting().getRefusal().getReason()).isEqualTo(Refusal.Reason.MALFORMED);
            assertThat(stranger.ended()).isTrue();
        }
    }

    @Test
    void peerThatWasSeenWithTls_isNotAcceptedInPlainText() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        security.set(1, tlsOfB(", mode: permissive"));
        pair.start();
        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");
        }

        assertThat(answer(FakePeer.hello("a", Codec.NONE)).getRefusal().getReason())
                .isEqualTo(Refusal.Reason.TLS_REQUIRED);
        assertThat(sample(pair.b(), "narrows_refused_hellos_total{peer=\"a\",reason=\"tls-required\"}"))
                .isEqualTo(1);
    }

    @Test
    void peerWhoseHelloSaysTls_isNotAcceptedInPlainTextAgain() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.startB();

        assertThat(answer(FakePeer.hello("a", Codec.NONE).setTls(true)).hasHello())
                .isTrue();
        assertThat(answer(FakePeer.hello("a", Codec.NONE)).getRefusal().getReason())
                .isEqualTo(Refusal.Reason.TLS_REQUIRED);
    }

    @Test
    void linkInPlainText_isClosedWhenItsPeerIsSeenWithTls() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.startB();

        try (FakePeer waiting = new FakePeer(pair.linkPortOfB())) {
            waiting.send(FakePeer.hello("a", Codec.NONE));
            assertThat(waiting.readGreeting().hasHello()).isTrue();
            answer(FakePeer.hello("a", Codec.NONE).setTls(true));

            assertThat(waiting.ended()).isTrue();
            assertThat(pair.b().events().recentFailures().latest()).doesNotContainKey(Failure.PEER_SILENT);
        }
    }

    @Test
    void linkInPlainText_opensNothingOnceItsPeerIsSeenWithTls() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.startB();

        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(FakePeer.hello("a", Codec.NONE).setTls(true));
            assertThat(peer.readGreeting().hasHello()).isTrue();
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));

            assertThat(peer.ended()).isTrue();
            assertThat(pair.b().events().recentFailures().latest()).containsKey(Failure.TLS);
        }
    }

    @Test
    void strictNode_takesNoPlainText() throws Exception {
        security.set(1, tlsOfB(", mode: strict"));
        pair.startB();

        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(FakePeer.hello("a", Codec.NONE));

            assertThat(peer.ended()).isTrue();
        }
        assertThat(pair.b().links()).isEmpty();
    }

    @Test
    void peerThatWasSeenWithTls_isNotDialledInPlainText() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        security.set(1, tlsOfB(", mode: permissive"));
        pair.start();
        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");
        }
        pair.stopB();

        try (PlainMan man = new PlainMan(pair.linkPortOfB());
                Socket application = connect(pair.listenerPort())) {
            assertThatThrownBy(() -> echo(application, "a secret")).isInstanceOf(IOException.class);

            assertThat(man.firstBytes).isNotEmpty().containsOnly(TLS_HANDSHAKE);
            assertThat(pair.a().events().recentFailures().latest().get(Failure.TLS))
                    .anySatisfy(failure -> assertThat(failure.detail()).contains("in plain text"));
        }
    }

    @Test
    void peerThatWasSeenWithTls_isRememberedAfterARestart() throws Exception {
        String state = ", mode: permissive, state-directory: '%s'".formatted(folder.resolve("state"));
        security.set(0, tlsOfA(state));
        security.set(1, tlsOfB(", mode: permissive"));
        pair.start();
        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");
        }
        await().until(() -> Files.exists(folder.resolve("state/tls-peers")));
        pair.close();

        try (PlainMan man = new PlainMan(pair.linkPortOfB())) {
            pair.startA();
            try (Socket application = connect(pair.listenerPort())) {
                assertThatThrownBy(() -> echo(application, "a secret")).isInstanceOf(IOException.class);
            }

            assertThat(man.firstBytes).isNotEmpty().containsOnly(TLS_HANDSHAKE);
        }
    }

    @Test
    void plainTextGoesToStrictWhileItRuns_andNoConnectionBreaks() throws Exception {
        pair.start();
        try (Socket early = connect(pair.listenerPort())) {
            echo(early, "in plain text");
            security.set(0, tlsOfA(", mode: permissive"));
            reload(pair.a());
            try (Socket halfWay = connect(pair.listenerPort())) {
                echo(halfWay, "still in plain text");
                security.set(1, tlsOfB(", mode: permissive"));
                reload(pair.b());
                try (Socket later = connect(pair.listenerPort())) {
                    echo(later, "after b");
                    echo(early, "goes on");
                    echo(halfWay, "goes on");
                }
            }
        }
        await().until(() -> sample(pair.a(), "narrows_plain_links{peer=\"b\"}") == 0
                && sample(pair.b(), "narrows_plain_links{peer=\"a\"}") == 0);
        security.set(0, tlsOfA(""));
        security.set(1, tlsOfB(""));
        reload(pair.a());
        reload(pair.b());

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");

            assertThat(pair.a().links()).allMatch(LinkSummary::encrypted);
            assertThat(pair.b().links()).allMatch(LinkSummary::encrypted);
        }
    }

    @Test
    void targetForNamedPeers_takesNoPlainTextFromThem() throws Exception {
        security.set(1, tlsOfB(", mode: permissive"));
        pair.targetOfB("{address: '127.0.0.1:%d', peers: [a]}".formatted(target.port()));
        pair.startB();

        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(FakePeer.hello("a", Codec.NONE));
            assertThat(peer.readGreeting().hasHello()).isTrue();
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));

            Refused refused = peer.readControl().getRefused();
            assertThat(refused.getReason()).isEqualTo(Refused.Reason.TARGET_DENIED);
            assertThat(refused.getDetail()).isEqualTo("the target does not accept plain-text links");
        }
    }

    @Test
    void targetForNamedPeers_isOpenedOverTls() throws Exception {
        security.set(0, tlsOfA(", mode: permissive"));
        security.set(1, tlsOfB(", mode: permissive"));
        pair.targetOfB("{address: '127.0.0.1:%d', peers: [a]}".formatted(target.port()));
        pair.start();

        try (Socket application = connect(pair.listenerPort())) {
            echo(application, "encrypted");
        }
    }

    @Test
    void wayBack_isRefusedWhileItRuns() throws Exception {
        security.set(0, tlsOfA(""));
        pair.startA();

        security.set(0, tlsOfA(", mode: permissive"));
        pair.writePolicy(POLICY);
        assertThat(pair.a().reload()).get().asString().contains("link.tls.mode was changed from strict to permissive");
        security.set(0, PLAIN);
        pair.writePolicy(POLICY);
        assertThat(pair.a().reload())
                .get()
                .asString()
                .contains("link.tls was removed")
                .contains("restart the sidecar");

        assertThat(pair.a().config().link().tls()).isPresent();
    }

    private void reload(Sidecar sidecar) throws IOException {
        pair.writePolicy(POLICY);
        assertThat(sidecar.reload()).isEmpty();
    }

    private String tlsOfA(String more) {
        return ofA.tls(ofB.cert()).replace("}", more + "}");
    }

    private String tlsOfB(String more) {
        return ofB.tls(ofA.cert()).replace("}", more + "}");
    }

    private Greeting answer(Hello.Builder hello) throws IOException {
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(hello);
            return peer.readGreeting();
        }
    }

    /** Returns, for each link that carries a connection, whether it is encrypted. */
    private static List<Boolean> carrying(Sidecar sidecar) {
        return sidecar.links().stream()
                .filter(link -> link.state() != LinkState.READY)
                .map(LinkSummary::encrypted)
                .toList();
    }

    private static double sample(Sidecar sidecar, String series) {
        return Exposed.text(sidecar)
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(-1);
    }

    /** An impostor of the peer that answers everything with a plain-text hello. */
    private static final class PlainMan implements AutoCloseable {
        private final Queue<Integer> firstBytes = new ConcurrentLinkedQueue<>();
        private final ServerSocket server;

        PlainMan(int port) throws IOException {
            server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(this::serve, "plain-man");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket victim = server.accept()) {
                    firstBytes.add(victim.getInputStream().read());
                    victim.getOutputStream()
                            .write(WireBytes.greeting(Greeting.newBuilder()
                                    .setHello(FakePeer.hello("b", Codec.NONE))
                                    .build()));
                    victim.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException ended) {
                    continue;
                }
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
