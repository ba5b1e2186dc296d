package io.narrows.proxy.capture;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static io.narrows.proxy.support.Applications.readHead;
import static io.narrows.proxy.support.Applications.reset;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.Sidecar;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.FreePort;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallback: plain} of a peer whose sidecar is absent, comes and goes. */
@Timeout(60)
@Tag("long")
final class FallbackTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final String POLICY = "- {codec: zstd}";
    private static final String TEXT = "compressible ".repeat(100);

    @TempDir
    private Path folder;

    @Test
    void absentSidecar_bytesArriveUnchanged_andAreCountedAsUncompressed() throws Exception {
        byte[] bytes = halfCompressible(3 << 20, 1);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target)) {
            pair.startA();
            try (Socket socket = connect(pair.listenerPort())) {
                CompletableFuture<Void> writing = write(socket, bytes);
                assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
                writing.join();
                socket.shutdownOutput();
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }

            Exposed metrics = Exposed.of(pair.a());
            assertThat(metrics.value("narrows_fallback_connections_total", "peer=\"b\""))
                    .isEqualTo(1);
            assertThat(metrics.value("narrows_raw_frames_total", "peer=\"b\"", "reason=\"no-sidecar\""))
                    .isPositive();
            for (String direction : List.of("direction=\"sent\"", "direction=\"received\"")) {
                String[] labels = {
                    "peer=\"b\"", "tier=\"cross-region\"", "class=\"replication\"", "codec=\"none\"", direction
                };
                assertThat(metrics.value("narrows_app_bytes_total", labels)).isEqualTo(bytes.length);
                assertThat(metrics.value("narrows_wire_bytes_total", labels)).isEqualTo(bytes.length);
                assertThat(metrics.value("narrows_wire_ip_bytes_total", labels))
                        .isGreaterThan(bytes.length)
                        .isEqualTo(metrics.value("narrows_baseline_ip_bytes_total", labels));
                assertThat(metrics.value("narrows_wire_usd_total", labels))
                        .isEqualTo(metrics.value("narrows_baseline_usd_total", labels));
            }
            assertThat(metrics.sum("narrows_wire_usd_total", "peer=\"b\"")).isPositive();
        }
    }

    @Test
    void sidecarThatComesAndGoes_isUsedWhileItIsThere() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target)) {
            pair.startA();
            exchange(pair);
            assertThat(compressed(pair)).isZero();

            pair.startB();
            await().atMost(LIMIT).untilAsserted(() -> {
                exchange(pair);
                assertThat(compressed(pair)).isPositive();
            });
            double fallbacks = fallbacks(pair);
            for (int i = 0; i < 5; i++) {
                exchange(pair);
            }
            assertThat(fallbacks(pair)).isEqualTo(fallbacks);

            pair.stopB();
            for (int i = 0; i < 5; i++) {
                exchange(pair);
            }
            assertThat(fallbacks(pair)).isEqualTo(fallbacks + 5);
        }
    }

    @Test
    void whileBackingOff_connectionsDoNotWaitForADial() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                ServerSocket silent = new ServerSocket();
                SidecarPair pair = pair(target)) {
            pair.startA();
            exchange(pair);
            silent.bind(new java.net.InetSocketAddress("127.0.0.1", pair.linkPortOfB()));

            // on a slow machine, a wait may be over before the connection comes; the next ones are longer
            await().atMost(LIMIT).untilAsserted(() -> {
                double before = lateHellos(pair);
                exchange(pair);
                assertThat(lateHellos(pair)).isEqualTo(before);
            });
        }
    }

    @Test
    void sidecarThatDoesNotAnswer_isGivenUpAfterItsHelloIsLate() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target);
                ServerSocket silent =
                        new ServerSocket(pair.linkPortOfB(), 50, java.net.InetAddress.getLoopbackAddress())) {
            pair.startA();

            exchange(pair);

            assertThat(silent.isBound()).isTrue();
            assertThat(fallbacks(pair)).isEqualTo(1);
        }
    }

    @Test
    void connect_goesToTheRequestedAddress() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target)) {
            pair.startA();
            try (Socket socket = connect(pair.connectPort())) {
                String address = "127.0.0.1:" + target.port();
                socket.getOutputStream()
                        .write(("CONNECT " + address + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                assertThat(readHead(socket)).startsWith("HTTP/1.1 200");
                echo(socket, "hello");
            }
        }
    }

    @Test
    void halfCloseAndReset_passUnchanged() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = pair(target)) {
            pair.startA();
            try (Socket application = connect(pair.listenerPort());
                    Socket database = target.take()) {
                application.shutdownOutput();
                assertThat(database.getInputStream().read()).isEqualTo(-1);
                database.getOutputStream().write("late".getBytes(StandardCharsets.US_ASCII));
                assertThat(application.getInputStream().readNBytes(4))
                        .asString()
                        .isEqualTo("late");
                database.shutdownOutput();
                assertThat(application.getInputStream().read()).isEqualTo(-1);
            }
            try (Socket application = connect(pair.listenerPort())) {
                reset(target.take());
                assertThatThrownBy(() -> application.getInputStream().read()).isInstanceOf(SocketException.class);
            }
            try (Socket application = connect(pair.listenerPort());
                    Socket database = target.take()) {
                database.setSoTimeout(20_000);
                reset(application);
                assertThatThrownBy(() -> database.getInputStream().read()).isInstanceOf(SocketException.class);
            }
        }
    }

    @Test
    void refusedTarget_doesNotFallBack() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target)) {
            pair.targetOfB("127.0.0.1:" + FreePort.next());
            pair.start();

            try (Socket socket = connect(pair.listenerPort())) {
                assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
            }

            assertThat(fallbacks(pair)).isZero();
        }
    }

    @Test
    void drainingSidecar_countsAsAbsent() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target).start()) {
            exchange(pair);
            pair.b().drain();

            exchange(pair);

            assertThat(fallbacks(pair)).isEqualTo(1);
        }
    }

    @Test
    void unreachableDatabase_isAFailure() throws Exception {
        EchoServer target = EchoServer.echoing();
        try (SidecarPair pair = pair(target)) {
            pair.startA();
            target.close();

            await().atMost(LIMIT).untilAsserted(() -> {
                try (Socket socket = connect(pair.listenerPort())) {
                    assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
                }
            });
            assertThat(Exposed.of(pair.a())
                            .value("narrows_failures_total", "peer=\"b\"", "reason=\"target-unreachable\""))
                    .isPositive();
        }
    }

    @Test
    void peerWithTls_thatNowAnswersInPlainText_isReachedOnlyIfDowngradesAreAllowed() throws Exception {
        SelfSigned ofA = SelfSigned.of("a", 1, Files.createDirectory(folder.resolve("tls")));
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(
                                folder, target.port(), POLICY, List.of(ofA.tls(ofA.cert()), "plaintext: true"))
                        .withFallback("")) {
            assertThatThrownBy(pair::startA)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("allow-downgrade: true");

            pair.withFallback(", allow-downgrade: true").start();
            exchange(pair);

            assertThat(fallbacks(pair)).isPositive();
        }
    }

    @Test
    void ruleForTheClassOfTheCapture_isEnough() throws Exception {
        String policy = "- {class: replication, codec: zstd, fallback: plain}";
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).withAddress()) {
            pair.startA();

            exchange(pair);

            assertThat(fallbacks(pair)).isEqualTo(1);
        }
    }

    private SidecarPair pair(EchoServer target) throws IOException {
        return new SidecarPair(folder, target.port(), POLICY).withFallback("");
    }

    private static void exchange(SidecarPair pair) throws IOException {
        try (Socket socket = connect(pair.listenerPort())) {
            echo(socket, TEXT);
        }
    }

    private static double compressed(SidecarPair pair) {
        return Exposed.of(pair.a()).sum("narrows_app_bytes_total", "codec=\"zstd\"");
    }

    private static double lateHellos(SidecarPair pair) {
        return Exposed.of(pair.a()).sum("narrows_failures_total", "peer=\"b\"", "reason=\"hello-timeout\"");
    }

    private static double fallbacks(SidecarPair pair) {
        Sidecar a = pair.a();
        return Exposed.of(a).sum("narrows_fallback_connections_total", "peer=\"b\"");
    }
}
