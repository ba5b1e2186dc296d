package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.StartTlsPairs.assertReset;
import static io.narrows.proxy.capture.StartTlsPairs.assertResetBehindBytes;
import static io.narrows.proxy.capture.StartTlsPairs.connect;
import static io.narrows.proxy.capture.StartTlsPairs.drip;
import static io.narrows.proxy.capture.StartTlsPairs.exchange;
import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two sidecars between a leaf node and a server that begin TLS as NATS' do. */
@Timeout(60)
@Tag("long")
final class NatsTlsTest {
    private static final byte[] INFO = ascii("INFO {\"server_id\":\"N\",\"tls_required\":true} \r\n");

    @TempDir
    private static Path certificates;

    private static StartTlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new StartTlsPairs("nats", certificates);
    }

    @Test
    void bytes_arriveUnchangedInBothDirections() throws Exception {
        StartTlsPairs.Echo server = (connection, accepted) -> {
            connection.getOutputStream().write(INFO);
            echo(connection, accepted);
        };

        pairs.assertCarried(folder, server, plain -> {
            awaitInfo(plain, INFO);
            return pairs.secure(plain);
        });
    }

    /** A leaf node's server sends another INFO inside TLS, before the leaf node has begun its own TLS. */
    @Test
    void bytesOfTheTargetInsideTls_waitForTheClients() throws Exception {
        byte[] second = ascii("INFO {\"server_id\":\"N\",\"nonce\":\"x\"} \r\n");
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    drip(connection, INFO);
                    SSLSocket secured = PlainServer.secure(connection, pairs.database());
                    secured.getOutputStream().write(second);
                    sent.complete(null);
                    secured.getInputStream().transferTo(secured.getOutputStream());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitInfo(plain, INFO);
            sent.join();
            SSLSocket socket = pairs.secure(plain);

            assertThat(socket.getInputStream().readNBytes(second.length)).isEqualTo(second);
            exchange(socket, new byte[] {1, 2, 3});
        }
    }

    @Test
    void tlsThatIsOnlyAvailable_isRequiredByTheCapture() throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(ascii("INFO {\"tls_available\":true} \r\n"));
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitInfo(plain, ascii("INFO {\"tls_required\":true,\"tls_available\":true} \r\n"));

            exchange(pairs.secure(plain), new byte[] {1, 2, 3});
        }
    }

    @Test
    void infoWithoutTls_isRefusedOnBothSides() throws Exception {
        assertTargetRefused("INFO {\"server_id\":\"N\"} \r\n", "its INFO offers no TLS (set tls in leafnodes");
    }

    @Test
    void overlongInfo_isRefused() throws Exception {
        assertTargetRefused("INFO {\"x\":\"" + "x".repeat(4000), "its INFO is longer than 3072 bytes");
    }

    @Test
    void bytesBehindInfo_areRefused() throws Exception {
        assertTargetRefused(
                new String(INFO, StandardCharsets.US_ASCII) + "PING\r\n", "it sent 6 bytes after its INFO, before TLS");
    }

    @Test
    void errorInPlaceOfInfo_isPassedOn() throws Exception {
        assertTargetRefused("-ERR 'maximum connections exceeded'\r\n", "it began with \"-ERR 'maximum connections");
    }

    @Test
    void targetThatCloses_isRefused() throws Exception {
        assertTargetRefused("", "it closed the connection before its INFO");
    }

    @Test
    void targetWhoseTlsFails_isRefusedOnBothSides() throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(INFO);
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port(), ", server-name: c.example")
                        .start();
                Socket plain = connect(pair)) {
            assertReset(plain);

            String detail = "No subject alternative DNS name matching c.example found";
            assertCounted(pair.b(), "a", "database-tls", detail);
            assertCounted(pair.a(), "b", "database-tls", detail);
        }
    }

    private void assertTargetRefused(String beginning, String detail) throws Exception {
        pairs.assertTargetRefused(folder, ascii(beginning), detail);
    }

    @Test
    void connectInPlainText_isAnsweredByAnError_andNotPassedOn() throws Exception {
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(INFO);
                    SSLSocket secured = PlainServer.secure(connection, pairs.database());
                    try {
                        received.complete(secured.getInputStream().read());
                    } catch (IOException e) {
                        received.complete(-1);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitInfo(plain, INFO);
            plain.getOutputStream().write(ascii("CONNECT {\"verbose\":false}\r\n"));

            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("-ERR 'Secure Connection - TLS Required'\r\n");
            assertCounted(pair.a(), "b", "clear-text", "CONNECT in plain text after INFO");
            assertThat(received.join()).isEqualTo(-1);
        }
    }

    @Test
    void otherPlainText_resetsTheConnection() throws Exception {
        try (PlainServer target = echoing();
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitInfo(plain, INFO);
            plain.getOutputStream().write(ascii("PING\r\n"));

            assertReset(plain);
            assertCounted(pair.a(), "b", "client-hello", "after INFO, the first byte is 0x50 (expected: 0x16");
        }
    }

    /** CONNECT before INFO, as an injected prefix of the session would be, is not part of the session. */
    @Test
    void connectBeforeInfo_isRefused() throws Exception {
        CompletableFuture<Void> connected = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connected.join();
                    connection.getOutputStream().write(INFO);
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(ascii("CONNECT {\"verbose\":false}\r\n"));
            connected.complete(null);

            awaitInfo(plain, INFO);
            assertThat(plain.getInputStream().readAllBytes())
                    .isEqualTo(ascii("-ERR 'Secure Connection - TLS Required'\r\n"));
            assertCounted(pair.a(), "b", "clear-text", "CONNECT in plain text after INFO");
        }
    }

    @Test
    void leafNodeThatOnlyChecksThePort_isNoFailure() throws Exception {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(INFO);
                    SSLSocket secured = PlainServer.secure(connection, pairs.database());
                    try {
                        ended.complete(secured.getInputStream().read() < 0);
                    } catch (IOException e) {
                        ended.complete(true);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start()) {
            try (Socket plain = connect(pair)) {
                awaitInfo(plain, INFO);
            }

            assertThat(ended.join()).isTrue();
            for (String reason : List.of("database-tls", "client-hello", "clear-text")) {
                String label = "reason=\"" + reason + "\"";
                assertThat(Exposed.of(pair.a()).sum("narrows_failures_total", label))
                        .isZero();
            }
        }
    }

    @Test
    void plainTextBehindTheClientHello_resetsTheConnection() throws Exception {
        try (PlainServer target = echoing();
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitInfo(plain, INFO);
            plain.getOutputStream().write(0x16);
            plain.getOutputStream().write(ascii("CONNECT {\"verbose\":false}\r\n"));

            assertResetBehindBytes(plain);
            assertCounted(pair.a(), "b", "database-tls", "it sent bytes that are not TLS");
        }
    }

    @Test
    void withoutALink_theBytesGoToTheServerUnchanged() throws Exception {
        try (PlainServer target = echoing();
                SidecarPair pair = pairs.pair(folder, target.port()).withFallback(", allow-downgrade: true")) {
            pair.startA();
            try (Socket plain = connect(pair)) {
                awaitInfo(plain, INFO);
                SSLSocket socket = pairs.secure(plain);

                exchange(socket, halfCompressible(100_000, 2));

                assertThat(socket.getSession().getPeerCertificates()[0])
                        .isEqualTo(pairs.databaseCertificate().certificate());
            }
        }
    }

    private static PlainServer echoing() throws IOException {
        return new PlainServer(connection -> {
            connection.getOutputStream().write(INFO);
            echo(connection, new CompletableFuture<>());
        });
    }

    private static void awaitInfo(Socket plain, byte[] info) throws IOException {
        assertThat(plain.getInputStream().readNBytes(info.length)).isEqualTo(info);
    }

    private static void echo(Socket connection, CompletableFuture<SSLSocket> accepted) throws Exception {
        SSLSocket secured = PlainServer.secure(connection, pairs.database());
        accepted.complete(secured);
        secured.getInputStream().transferTo(secured.getOutputStream());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
