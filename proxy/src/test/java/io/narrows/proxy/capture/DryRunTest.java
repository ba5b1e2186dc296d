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

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar with {@code dry-run}. */
@Timeout(300)
@Tag("long")
final class DryRunTest {
    private static final String DRY_RUN = "dry-run: true\n";

    /** Samples are compressed at idle priority, after whatever else the machine does. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String TEXT = "compressible ".repeat(100);
    private static final String[] SENT = {
        "peer=\"b\"", "class=\"replication\"", "rule=\"1\"", "codec=\"zstd\"", "direction=\"sent\""
    };

    @TempDir
    private Path folder;

    @Test
    void bytesArriveUnchanged_withoutALink_andASampleShowsWhatLinksWouldSave() throws Exception {
        byte[] bytes = halfCompressible(1 << 20, 1);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target).withKeys(DRY_RUN).start()) {
            try (Socket socket = connect(pair.listenerPort())) {
                CompletableFuture<Void> writing = write(socket, bytes);
                assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
                writing.join();
                socket.shutdownOutput();
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }

            await().atMost(PATIENCE)
                    .until(() -> Exposed.of(pair.a()).sum("narrows_dry_run_cpu_seconds_total") > 0
                            && Exposed.of(pair.a()).sum("narrows_dry_run_sampled_bytes_total", SENT) > 0);
            awaitRest(pair);
            Exposed metrics = Exposed.of(pair.a());
            double sampled = metrics.value("narrows_dry_run_sampled_bytes_total", SENT);
            assertThat(metrics.value("narrows_dry_run")).isEqualTo(1);
            assertThat(metrics.value("narrows_dry_run_app_bytes_total", SENT)).isEqualTo(bytes.length);
            assertThat(sampled).isLessThanOrEqualTo(bytes.length);
            assertThat(metrics.value("narrows_dry_run_compressed_bytes_total", SENT))
                    .isBetween(sampled / 10, sampled * 0.9);
            assertThat(metrics.value("narrows_dry_run_saved_usd", SENT)).isPositive();
            assertThat(sampled).isPositive();
            assertThat(metrics.value("narrows_raw_frames_total", "peer=\"b\"", "reason=\"dry-run\""))
                    .isPositive();
            assertThat(metrics.value("narrows_fallback_connections_total", "peer=\"b\""))
                    .isZero();
            assertThat(metrics.value(
                            "narrows_app_bytes_total",
                            "peer=\"b\"",
                            "class=\"replication\"",
                            "codec=\"none\"",
                            "direction=\"sent\""))
                    .isEqualTo(bytes.length);
            assertThat(metrics.sum("narrows_app_bytes_total", "codec=\"zstd\"")).isZero();
        }
    }

    /** A scrape while the sample goes on has counters of different times. */
    private static void awaitRest(SidecarPair pair) {
        AtomicReference<Double> last = new AtomicReference<>(-1.0);
        await().pollInterval(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> {
            double sampled = Exposed.of(pair.a()).sum("narrows_dry_run_sampled_bytes_total");
            return last.getAndSet(sampled) == sampled;
        });
    }

    @Test
    void linksOfPeers_areStillAccepted() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target).withKeys(DRY_RUN).start()) {
            await().until(() -> pair.a().links().stream().anyMatch(link -> !link.dialled()));
        }
    }

    @Test
    void reload_endsAndBeginsIt_forNewConnections() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target).withKeys(DRY_RUN).start();
                Socket older = connect(pair.listenerPort())) {
            echo(older, TEXT);

            pair.writeKeys("");
            assertThat(pair.a().reload()).isEmpty();
            exchange(pair);
            assertThat(compressed(pair)).isPositive();
            assertThat(Exposed.of(pair.a()).value("narrows_dry_run")).isZero();

            pair.writeKeys(DRY_RUN);
            assertThat(pair.a().reload()).isEmpty();
            double before = compressed(pair);
            exchange(pair);
            echo(older, TEXT);
            assertThat(compressed(pair)).isEqualTo(before);
        }
    }

    @Test
    void withTls_itTakesAPermission() throws Exception {
        Path certificates = Files.createDirectory(folder.resolve("certificates"));
        SelfSigned a = SelfSigned.of("a", 1, certificates);
        SelfSigned b = SelfSigned.of("b", 1, certificates);
        List<String> tls = List.of(a.tls(b.cert()), b.tls(a.cert()));
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}", tls)
                        .withAddress()
                        .withKeys(DRY_RUN)) {
            assertThatThrownBy(pair::startA)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("allow-downgrade: true");

            pair.withKeys(DRY_RUN + "allow-downgrade: true\n").start();
            exchange(pair);

            assertThat(compressed(pair)).isZero();
            assertThat(Exposed.of(pair.a()).value("narrows_raw_frames_total", "peer=\"b\"", "reason=\"dry-run\""))
                    .isPositive();
        }
    }

    @Test
    void connectAndSocks5_goToTheRequestedAddress_withoutALink() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pair(target).withKeys(DRY_RUN).start()) {
            String address = "127.0.0.1:" + target.port();
            try (Socket socket = connect(pair.connectPort())) {
                socket.getOutputStream()
                        .write(("CONNECT " + address + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                assertThat(readHead(socket)).startsWith("HTTP/1.1 200");
                echo(socket, TEXT);
            }
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (Socket socket =
                    new Socket(new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(loopback, pair.socks5Port())))) {
                socket.connect(InetSocketAddress.createUnresolved("127.0.0.1", target.port()));
                echo(socket, TEXT);
            }

            assertThat(compressed(pair)).isZero();
            assertThat(Exposed.of(pair.a()).sum("narrows_dry_run_app_bytes_total", "class=\"default\""))
                    .isEqualTo(4 * TEXT.length());
        }
    }

    @Test
    void halfCloseAndReset_passUnchanged_andEndTheSample() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = pair(target).withKeys(DRY_RUN).start()) {
            try (Socket application = connect(pair.listenerPort());
                    Socket database = target.take()) {
                application.getOutputStream().write(TEXT.getBytes(StandardCharsets.US_ASCII));
                application.shutdownOutput();
                assertThat(database.getInputStream().readAllBytes()).hasSize(TEXT.length());
                database.getOutputStream().write("late".getBytes(StandardCharsets.US_ASCII));
                database.shutdownOutput();
                assertThat(application.getInputStream().readAllBytes()).hasSize(4);
            }
            await().atMost(PATIENCE)
                    .until(() ->
                            Exposed.of(pair.a()).sum("narrows_dry_run_sampled_bytes_total", SENT) == TEXT.length());

            try (Socket application = connect(pair.listenerPort());
                    Socket database = target.take()) {
                application.getOutputStream().write(TEXT.getBytes(StandardCharsets.US_ASCII));
                database.getInputStream().readNBytes(TEXT.length());
                reset(database);
                assertThatThrownBy(() -> application.getInputStream().read()).isInstanceOf(SocketException.class);
            }
            await().atMost(PATIENCE)
                    .until(() ->
                            Exposed.of(pair.a()).sum("narrows_dry_run_sampled_bytes_total", SENT) == 2 * TEXT.length());
        }
    }

    private SidecarPair pair(EchoServer target) throws IOException {
        return new SidecarPair(folder, target.port(), "- {codec: zstd}").withAddress();
    }

    private static void exchange(SidecarPair pair) throws IOException {
        try (Socket socket = connect(pair.listenerPort())) {
            echo(socket, TEXT);
        }
    }

    private static double compressed(SidecarPair pair) {
        return Exposed.of(pair.a()).sum("narrows_app_bytes_total", "codec=\"zstd\"");
    }
}
