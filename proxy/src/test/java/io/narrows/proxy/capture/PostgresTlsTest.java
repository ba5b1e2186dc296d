package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.StartTlsPairs.assertReset;
import static io.narrows.proxy.capture.StartTlsPairs.assertResetBehindBytes;
import static io.narrows.proxy.capture.StartTlsPairs.connect;
import static io.narrows.proxy.capture.StartTlsPairs.drip;
import static io.narrows.proxy.capture.StartTlsPairs.exchange;
import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.capture.TlsPairs.details;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TlsServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sidecars between a client and a server that begin TLS as PostgreSQL's do. */
@Timeout(60)
@Tag("long")
final class PostgresTlsTest {
    private static final byte[] SSL_REQUEST = bytes("0000000804d2162f");
    private static final byte[] GSSENC_REQUEST = bytes("0000000804d21630");
    private static final byte[] STARTUP = bytes("0000000b" + "00030000" + "757300");

    @TempDir
    private static Path certificates;

    private static StartTlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new StartTlsPairs("postgresql", certificates);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bytes_arriveUnchangedInBothDirections(String version) throws Exception {
        SSLSession session = pairs.assertCarried(folder, PostgresTlsTest::echo, plain -> {
            ask(plain);
            SSLSocket socket = pairs.secure(plain);
            socket.setEnabledProtocols(new String[] {version});
            return socket;
        });

        assertThat(session.getProtocol()).isEqualTo(version);
    }

    @Test
    void requestsByteByByte_andGssApiBeforeThem_areUnderstood() throws Exception {
        try (PlainServer target = new PlainServer(connection -> echo(connection, new CompletableFuture<>()));
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            drip(plain, GSSENC_REQUEST);
            assertThat(plain.getInputStream().read()).isEqualTo('N');
            drip(plain, SSL_REQUEST);
            assertThat(plain.getInputStream().read()).isEqualTo('S');

            exchange(pairs.secure(plain), new byte[] {1, 2, 3});
        }
    }

    @Test
    void directTls_beginsDirectlyAtTheTarget() throws Exception {
        try (TlsServer target = new TlsServer(
                        pairs.database(),
                        connection -> connection.getInputStream().transferTo(connection.getOutputStream()),
                        "postgresql");
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            SSLSocket socket = pairs.secure(plain, "postgresql");

            exchange(socket, new byte[] {1, 2, 3});

            assertThat(socket.getApplicationProtocol()).isEqualTo("postgresql");
            assertThat(target.first().getApplicationProtocol()).isEqualTo("postgresql");
        }
    }

    @Test
    void closeNotify_endsOneDirection_andTheOtherContinues() throws Exception {
        byte[] answer = halfCompressible(100_000, 2);
        try (PlainServer target = new PlainServer(connection -> {
                    SSLSocket secured = accept(connection);
                    secured.getInputStream().readAllBytes();
                    secured.getOutputStream().write(answer);
                    secured.close();
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            ask(plain);
            SSLSocket socket = pairs.secure(plain);
            socket.startHandshake();
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(answer);
        }
    }

    @Test
    void bytesBehindTheRequest_resetTheConnection() throws Exception {
        try (PlainServer target = new PlainServer(
                        connection -> connection.getInputStream().readAllBytes());
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(join(SSL_REQUEST, STARTUP));

            assertReset(plain);
            assertCounted(pair.a(), "b", "starttls-injection", "11 bytes in plain text after SSLRequest");
        }
    }

    @Test
    void bytesWhileTheDatabaseIsBeingReached_resetTheConnection() throws Exception {
        CompletableFuture<byte[]> asked = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    asked.complete(connection.getInputStream().readNBytes(8));
                    connection.getInputStream().readAllBytes();
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(SSL_REQUEST);
            assertThat(asked.join()).isEqualTo(SSL_REQUEST);

            plain.getOutputStream().write(STARTUP);

            assertReset(plain);
            assertCounted(pair.a(), "b", "starttls-injection", "11 bytes in plain text after SSLRequest");
        }
    }

    @Test
    void plainTextAfterTheAnswer_resetsTheConnection_andIsNotLogged() throws Exception {
        try (PlainServer target = new PlainServer(connection -> echo(connection, new CompletableFuture<>()));
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            ask(plain);

            plain.getOutputStream().write(STARTUP);

            assertResetBehindBytes(plain);
            assertCounted(pair.a(), "b", "database-tls", "it sent bytes that are not TLS");
            assertThat(details(pair.a())).noneMatch(detail -> detail.contains("757300"));
        }
    }

    @Test
    void loginInPlainText_isAnsweredByAnError() throws Exception {
        try (PlainServer target = new PlainServer(
                        connection -> connection.getInputStream().readAllBytes());
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(STARTUP);

            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("C28000\0Mconnection without TLS, which this address requires");
            assertCounted(pair.a(), "b", "clear-text", "a StartupMessage in plain text");
        }
    }

    @Test
    void cancelInPlainText_isRefused() throws Exception {
        try (PlainServer target = new PlainServer(
                        connection -> connection.getInputStream().readAllBytes());
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(bytes("0000001004d2162e0000000100000002"));

            assertReset(plain);
            assertCounted(pair.a(), "b", "clear-text", "a CancelRequest in plain text");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "N, its TLS is off (set ssl = on in postgresql.conf)",
        "H, it answered SSLRequest with 0x48",
        "SX, it sent 1 bytes in plain text after its answer to SSLRequest",
        "'', it closed the connection after SSLRequest",
    })
    void targetThatDoesNotBeginTls_isRefusedOnBothSides(String answer, String detail) throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getInputStream().readNBytes(8);
                    connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(SSL_REQUEST);

            assertReset(plain);
            assertCounted(pair.b(), "a", "database-tls", detail);
            assertCounted(pair.a(), "b", "database-tls", detail);
        }
    }

    @Test
    void targetWithoutServerName_mustHaveTheNameOfItsAddress() throws Exception {
        try (PlainServer target = new PlainServer(connection -> echo(connection, new CompletableFuture<>()));
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                Socket plain = connect(pair)) {
            plain.getOutputStream().write(SSL_REQUEST);

            assertReset(plain);
            assertCounted(pair.a(), "b", "database-tls", "(expected: the name 127.0.0.1, signed by");
        }
    }

    @Test
    void withoutALink_theBytesGoToTheDatabaseUnchanged() throws Exception {
        CompletableFuture<byte[]> asked = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    asked.complete(connection.getInputStream().readNBytes(8));
                    connection.getOutputStream().write('S');
                    SSLSocket secured = PlainServer.secure(connection, pairs.database());
                    secured.getInputStream().transferTo(secured.getOutputStream());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).withFallback(", allow-downgrade: true")) {
            pair.startA();
            try (Socket plain = connect(pair)) {
                plain.getOutputStream().write(GSSENC_REQUEST);
                assertThat(plain.getInputStream().read()).isEqualTo('N');
                ask(plain);
                SSLSocket socket = pairs.secure(plain);

                exchange(socket, halfCompressible(100_000, 3));

                assertThat(asked.join()).isEqualTo(SSL_REQUEST);
                assertThat(socket.getSession().getPeerCertificates()[0])
                        .isEqualTo(pairs.databaseCertificate().certificate());
            }
        }
    }

    @Test
    void withoutALinkOrFallback_theConnectionIsResetWithoutAnAnswer() throws Exception {
        try (SidecarPair pair = pairs.pair(folder, 1)) {
            pair.startA();
            try (Socket plain = connect(pair)) {
                plain.getOutputStream().write(SSL_REQUEST);

                assertReset(plain);
                assertCounted(pair.a(), "b", "peer-unreachable", "");
            }
        }
    }

    private static void ask(Socket plain) throws IOException {
        plain.getOutputStream().write(SSL_REQUEST);
        assertThat(plain.getInputStream().read()).isEqualTo('S');
    }

    private static SSLSocket accept(Socket connection) throws Exception {
        assertThat(connection.getInputStream().readNBytes(8)).isEqualTo(SSL_REQUEST);
        connection.getOutputStream().write('S');
        return PlainServer.secure(connection, pairs.database());
    }

    private static void echo(Socket connection, CompletableFuture<SSLSocket> accepted) throws Exception {
        SSLSocket secured = accept(connection);
        accepted.complete(secured);
        secured.getInputStream().transferTo(secured.getOutputStream());
    }

    private static byte[] join(byte[] one, byte[] other) {
        return bytes(HexFormat.of().formatHex(one) + HexFormat.of().formatHex(other));
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
