package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.TlsPairs.NAME;
import static io.narrows.proxy.capture.TlsPairs.assertRefused;
import static io.narrows.proxy.capture.TlsPairs.connect;
import static io.narrows.proxy.capture.TlsPairs.exchange;
import static io.narrows.proxy.capture.TlsPairs.secure;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TlsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sidecars between two databases with TLS: it ends at the first and begins again at the second. */
@Timeout(60)
@Tag("long")
final class DatabaseTlsTest {
    @TempDir
    private static Path certificates;

    private static TlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new TlsPairs(certificates);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bytes_arriveUnchangedInBothDirections_andAreCompressedOnTheLink(String version) throws Exception {
        byte[] bytes = rows(100_000);
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                SSLSocket socket = connect(pair, pairs.application())) {
            socket.setEnabledProtocols(new String[] {version});

            exchange(socket, bytes);

            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
            String[] labels = {"peer=\"b\"", "class=\"replication\"", "direction=\"sent\""};
            assertThat(Exposed.of(pair.a()).sum("narrows_app_bytes_total", labels))
                    .isEqualTo(bytes.length);
            assertThat(Exposed.of(pair.a()).sum("narrows_wire_bytes_total", labels))
                    .isLessThan(bytes.length * 0.5);
        }
    }

    @Test
    void dialedName_andTheDatabasesChoiceOfProtocol_arePassedOn() throws Exception {
        try (TlsServer target = pairs.echo("h2", "http/1.1");
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                SSLSocket both = connect(pair, pairs.application(), "http/1.1", "h2");
                SSLSocket one = connect(pair, pairs.application(), "http/1.1");
                SSLSocket none = connect(pair, pairs.application())) {
            exchange(both, new byte[] {1});
            exchange(one, new byte[] {2});
            exchange(none, new byte[] {3});

            assertThat(both.getApplicationProtocol()).isEqualTo("h2");
            assertThat(one.getApplicationProtocol()).isEqualTo("http/1.1");
            assertThat(none.getApplicationProtocol()).isEmpty();
            ExtendedSSLSession seen = (ExtendedSSLSession) target.first().getSession();
            assertThat(seen.getRequestedServerNames()).containsExactly(new SNIHostName(NAME));
            assertThat(seen.getPeerCertificates()[0])
                    .isEqualTo(pairs.dialingCertificate().certificate());
        }
    }

    @Test
    void offeredProtocolThatTheDatabaseDoesNotKnow_isRefusedAsByTheDatabase() throws Exception {
        try (TlsServer target = pairs.echo("h2");
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(pair, pairs.application(), "database-tls", "no_application_protocol", "spdy");
        }
    }

    @Test
    void closeNotify_endsOneDirection_andTheOtherContinues() throws Exception {
        byte[] bytes = halfCompressible(1 << 20, 2);
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(pairs.database(), connection -> {
                    received.complete(connection.getInputStream().readAllBytes().length);
                    connection.getOutputStream().write(bytes);
                });
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                SSLSocket socket = connect(pair, pairs.application())) {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
            assertThat(received.join()).isEqualTo(bytes.length);
        }
    }

    @Test
    void endOfTheConnectionWithoutCloseNotify_isAReset() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(pairs.database(), connection -> {
                    try {
                        InputStream in = connection.getInputStream();
                        while (in.read() >= 0) {}
                        seen.complete(null);
                    } catch (IOException e) {
                        seen.complete(e);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort());
                SSLSocket socket = secure(plain, pairs.application(), NAME)) {
            socket.getOutputStream().write("truncated".getBytes(StandardCharsets.US_ASCII));
            socket.startHandshake();

            plain.shutdownOutput();

            assertThat(seen.join()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void endOfTheDatabasesConnectionWithoutCloseNotify_isAReset() throws Exception {
        CompletableFuture<Socket> accepted = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(pairs.database(), connection -> {
                    connection.getOutputStream().write(1);
                    accepted.complete(connection);
                    connection.getInputStream().readAllBytes();
                });
                RawEnd raw = new RawEnd(target.port());
                SidecarPair pair = pairs.pair(folder, raw.port(), "").start();
                SSLSocket socket = connect(pair, pairs.application())) {
            assertThat(socket.getInputStream().read()).isEqualTo(1);

            raw.endTowardsClient();

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void targetWithoutTls_isAMismatch() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "")) {
            pair.targetOfB("127.0.0.1:" + target.port());
            pair.start();

            assertRefused(pair, pairs.application(), "tls-mismatch", "the capture ends TLS, but the target");
        }
    }

    @Test
    void captureWithoutTls_isAMismatch() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = new SidecarPair(folder, target.port(), TlsPairs.POLICY, pairs.links())) {
            pair.targetOfB(pairs.targetTls(target.port(), ""));
            pair.start();

            assertRefused(pair, pairs.application(), "tls-mismatch", "the target begins TLS, but the capture");
        }
    }

    @Test
    void linkWithoutTls_isRefusedByEitherSide() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = new SidecarPair(folder, target.port(), TlsPairs.POLICY, pairs.permissive())) {
            pair.endingTls(pairs.captureTls(""));
            pair.targetOfB(pairs.targetTls(target.port(), ", plaintext: true"));
            pair.start();

            assertRefused(pair, pairs.application(), "tls-mismatch", "the link is plain text");
        }
    }

    @Test
    void linkWithoutTls_carriesWhatBothSidesAllow() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = new SidecarPair(folder, target.port(), TlsPairs.POLICY)) {
            pair.endingTls(pairs.captureTls(", plaintext: true"));
            pair.targetOfB(pairs.targetTls(target.port(), ", plaintext: true"));
            pair.start();
            try (SSLSocket socket = connect(pair, pairs.application())) {
                exchange(socket, halfCompressible(100_000, 3));
            }
        }
    }

    @Test
    void expiryOfEveryCertificate_isExported() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            String metric = "narrows_certificate_expiration_timestamp_seconds";

            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture\""))
                    .isEqualTo(pairs.sharedCertificate()
                            .certificate()
                            .getNotAfter()
                            .toInstant()
                            .getEpochSecond());
            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture-authority\""))
                    .isPositive();
            assertThat(Exposed.of(pair.b()).value(metric, "role=\"target\""))
                    .isEqualTo(pairs.dialingCertificate()
                            .certificate()
                            .getNotAfter()
                            .toInstant()
                            .getEpochSecond());
            assertThat(Exposed.of(pair.b()).value(metric, "role=\"target-authority\""))
                    .isPositive();
        }
    }

    private static byte[] rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(row -> "row " + row + " of a table that compresses\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }
}
