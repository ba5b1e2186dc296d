package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.request;
import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.closeQuietly;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static io.narrows.proxy.support.Applications.reset;
import static io.narrows.proxy.support.Applications.shutOutput;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.RefusedPort;
import io.narrows.proxy.support.SidecarPair;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pair of sidecars in front of plain sockets. */
@Timeout(60)
final class SidecarTest {
    private static final int MEGABYTES = 3 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- {codec: none}",
                "- {codec: gzip, level: 6}",
                "- {codec: snappy}",
                "- {codec: lz4}",
                "- {codec: lz4hc}",
                "- {codec: zstd, level: 3}",
                "- {codec: zstd, level: 1, linger: 1ms}",
                "- {codec: gzip, min-size: 1KiB}"
            })
    void bytesComeBackAsTheyWent(String policy) throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(MEGABYTES, 1);

            CompletableFuture<Void> writing = write(socket, sent);
            byte[] back = socket.getInputStream().readNBytes(sent.length);

            writing.join();
            assertThat(back).isEqualTo(sent);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void everyKindOfSocketCarries(String transport) throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pairOn(transport, target).start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(MEGABYTES, 4);

            CompletableFuture<Void> writing = write(socket, sent);

            assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            writing.join();
        }
    }

    /** A container often forbids io_uring; then the sidecar reports that instead of starting. */
    @Test
    void ioUringCarriesOrIsRefusedByName() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pairOn("io_uring", target)) {
            if (!IoUring.isAvailable()) {
                assertThatThrownBy(pair::start).hasMessageContaining("transport io_uring is not available here");
                return;
            }
            pair.start();
            try (Socket socket = connect(pair.listenerPort())) {
                echo(socket, "over io_uring");
            }
        }
    }

    private SidecarPair pairOn(String transport, EchoServer target) throws IOException {
        String link = "plaintext: true, transport: " + transport;
        return new SidecarPair(folder, target.port(), "- {codec: zstd}", List.of(link, link));
    }

    @Test
    void halfClosedConnectionStillReceives() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write("request".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            Socket far = target.take();
            assertThat(far.getInputStream().readAllBytes()).asString().isEqualTo("request");
            byte[] answer = halfCompressible(MEGABYTES, 2);

            CompletableFuture<Void> writing = write(far, answer).thenRun(() -> closeQuietly(far));

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(answer);
            writing.join();
        }
    }

    /** Clients that have half-closed before their link is open; epoll reads their bytes up to the end even so. */
    @Test
    void clientsThatHalfCloseAtOnceAreAnswered() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            for (int i = 0; i < 80; i++) {
                byte[] request = halfCompressible(100, i);
                try (Socket socket = connect(pair.listenerPort())) {
                    socket.getOutputStream().write(request);
                    socket.shutdownOutput();

                    assertThat(socket.getInputStream().readAllBytes())
                            .as("client %d", i)
                            .isEqualTo(request);
                }
            }
        }
    }

    @Test
    void slowReaderGetsAllThatWasSentBeforeBothEndsShut() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}").start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(8 << 20, 3);
            CompletableFuture<Void> writing = write(socket, sent).thenRun(() -> shutOutput(socket));
            Socket far = target.take();
            far.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);

            byte[] received = far.getInputStream().readAllBytes();

            assertThat(received).isEqualTo(sent);
            writing.join();
        }
    }

    @Test
    void resetOfTheTargetResetsTheApplication() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(1);
            Socket far = target.take();
            assertThat(far.getInputStream().read()).isEqualTo(1);

            reset(far);

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void resetOfTheApplicationResetsTheTarget() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(1);
            Socket far = target.take();
            assertThat(far.getInputStream().read()).isEqualTo(1);

            reset(socket);

            assertThatThrownBy(() -> far.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void serverThatSpeaksFirstIsHeard() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: gzip}").start();
                Socket socket = connect(pair.listenerPort())) {
            Socket far = target.take();

            far.getOutputStream().write("220 ready".getBytes(StandardCharsets.UTF_8));

            assertThat(socket.getInputStream().readNBytes(9)).asString().isEqualTo("220 ready");
        }
    }

    @Test
    void unreachableTargetResetsTheApplication() throws Exception {
        try (RefusedPort nobody = new RefusedPort();
                SidecarPair pair = new SidecarPair(folder, nobody.number(), "- {codec: none}").start();
                Socket socket = connect(pair.listenerPort())) {

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);

            assertThat(scrape(pair, "a"))
                    .contains("narrows_failures_total{peer=\"b\",reason=\"target-unreachable\"} 1");
            assertThat(scrape(pair, "b"))
                    .contains("narrows_failures_total{peer=\"a\",reason=\"target-unreachable\"} 1");
        }
    }

    @Test
    void unreachablePeerResetsTheApplication() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, "- {codec: none}")) {
            pair.startA();
            try (Socket socket = connect(pair.listenerPort())) {
                assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
            }
            assertThat(scrape(pair, "a"))
                    .containsPattern("narrows_failures_total\\{peer=\"b\",reason=\"peer-unreachable\"} [1-9]");
        }
    }

    @Test
    void deadPooledLinkIsReplacedOnce() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            await().untilAsserted(() -> assertThat(pair.a().links()).isNotEmpty());
            pair.b().close();
            pair.startB();

            await().ignoreExceptions().untilAsserted(() -> {
                try (Socket socket = connect(pair.listenerPort())) {
                    echo(socket, "over a fresh link");
                }
            });
        }
    }
}
