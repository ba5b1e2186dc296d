package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.StartTlsPairs.assertReset;
import static io.narrows.proxy.capture.StartTlsPairs.assertResetBehindBytes;
import static io.narrows.proxy.capture.StartTlsPairs.connect;
import static io.narrows.proxy.capture.StartTlsPairs.drip;
import static io.narrows.proxy.capture.StartTlsPairs.exchange;
import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static io.narrows.proxy.support.MySqlBytes.CLIENT_PROTOCOL_41;
import static io.narrows.proxy.support.MySqlBytes.CLIENT_SSL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.MySqlBytes;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two sidecars between a client and a server that begin TLS as MySQL's and MariaDB's do. */
@Timeout(60)
@Tag("long")
final class MySqlTlsTest {
    private static final byte[] GREETING = MySqlBytes.greeting(CLIENT_PROTOCOL_41 | CLIENT_SSL);
    private static final byte[] REQUEST = MySqlBytes.request(CLIENT_PROTOCOL_41 | CLIENT_SSL);

    @TempDir
    private static Path certificates;

    private static StartTlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new StartTlsPairs("mysql", certificates);
    }

    @Test
    void bytes_arriveUnchangedInBothDirections() throws Exception {
        StartTlsPairs.Echo server = (connection, accepted) -> {
            connection.getOutputStream().write(GREETING);
            echo(connection, accepted);
        };

        pairs.assertCarried(folder, server, plain -> {
            awaitGreeting(plain);
            plain.getOutputStream().write(REQUEST);
            return pairs.secure(plain);
        });
    }

    @Test
    void packetsByteByByte_areUnderstood() throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    drip(connection, GREETING);
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);
            drip(plain, REQUEST);

            exchange(pairs.secure(plain), new byte[] {1, 2, 3});
        }
    }

    @Test
    void greetingWithoutTls_isRefusedOnBothSides() throws Exception {
        pairs.assertTargetRefused(folder, MySqlBytes.greeting(CLIENT_PROTOCOL_41), "its greeting does not offer TLS");
    }

    @Test
    void errorInPlaceOfAGreeting_isPassedOnInWords() throws Exception {
        pairs.assertTargetRefused(
                folder,
                MySqlBytes.packet(
                        0, "\u00ff\u0010\u0004#08004Too many connections".getBytes(StandardCharsets.ISO_8859_1)),
                "it refused the connection with error 1040: Too many connections");
    }

    @Test
    void bytesBehindTheGreeting_areRefused() throws Exception {
        pairs.assertTargetRefused(
                folder, Arrays.copyOf(GREETING, GREETING.length + 1), "it sent 1 bytes after its greeting, before TLS");
    }

    @Test
    void targetThatCloses_isRefused() throws Exception {
        pairs.assertTargetRefused(folder, new byte[0], "it closed the connection before its greeting");
    }

    @Test
    void bytesOfTheTargetBetweenGreetingAndTls_resetTheConnection() throws Exception {
        CompletableFuture<Void> greeted = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    greeted.join();
                    connection.getOutputStream().write(new byte[] {1, 2});
                    connection.getInputStream().readAllBytes();
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);

            greeted.complete(null);

            assertReset(plain);
            assertCounted(pair.b(), "a", "database-tls", "it sent 2 bytes in plain text between its greeting and TLS");
        }
    }

    /** MySQL ends a connection whose client has not logged in within {@code connect_timeout}. */
    @Test
    void targetThatEndsTheConnectionBetweenGreetingAndTls_resetsTheClient() throws Exception {
        CompletableFuture<Void> greeted = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    greeted.join();
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);

            greeted.complete(null);

            assertReset(plain);
            assertCounted(pair.b(), "a", "database-tls", "it closed the connection before TLS");
        }
    }

    @Test
    void loginInPlainText_isAnsweredByAnError_andNotPassedOn() throws Exception {
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    try {
                        received.complete(connection.getInputStream().read());
                    } catch (IOException e) {
                        received.complete(-1);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);
            plain.getOutputStream().write(MySqlBytes.login(CLIENT_PROTOCOL_41));

            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("#HY000connection without TLS, which this address requires");
            assertCounted(pair.a(), "b", "clear-text", "a login in plain text");
            assertThat(received.join()).isEqualTo(-1);
        }
    }

    @Test
    void plainTextBehindTheRequest_resetsTheConnection_andIsNotPassedOn() throws Exception {
        CompletableFuture<byte[]> passedOn = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    passedOn.complete(receivedInTls(connection));
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);
            plain.getOutputStream().write(REQUEST);
            plain.getOutputStream().write(MySqlBytes.login(CLIENT_PROTOCOL_41 | CLIENT_SSL));

            assertResetBehindBytes(plain);
            assertCounted(pair.a(), "b", "database-tls", "it sent bytes that are not TLS");
            assertThat(passedOn.join()).isEmpty();
        }
    }

    @Test
    void targetWhoseTlsFails_resetsTheConnection() throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port(), ", server-name: c.example")
                        .start();
                Socket plain = connect(pair)) {
            awaitGreeting(plain);
            plain.getOutputStream().write(REQUEST);
            SSLSocket socket = pairs.secure(plain);

            assertThatThrownBy(() -> exchange(socket, new byte[] {1})).isInstanceOf(IOException.class);
            assertCounted(pair.b(), "a", "database-tls", "No subject alternative DNS name matching c.example found");
        }
    }

    @Test
    void clientThatOnlyChecksThePort_isNoFailure() throws Exception {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    try {
                        ended.complete(connection.getInputStream().read() < 0);
                    } catch (IOException e) {
                        ended.complete(true);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port()).start()) {
            try (Socket plain = connect(pair)) {
                awaitGreeting(plain);
            }

            assertThat(ended.join()).isTrue();
            for (String reason : List.of("database-tls", "client-hello", "clear-text")) {
                String label = "reason=\"" + reason + "\"";
                assertThat(Exposed.of(pair.a()).sum("narrows_failures_total", label))
                        .isZero();
                assertThat(Exposed.of(pair.b()).sum("narrows_failures_total", label))
                        .isZero();
            }
        }
    }

    @Test
    void withoutALink_theBytesGoToTheDatabaseUnchanged() throws Exception {
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getOutputStream().write(GREETING);
                    echo(connection, new CompletableFuture<>());
                });
                SidecarPair pair = pairs.pair(folder, target.port()).withFallback(", allow-downgrade: true")) {
            pair.startA();
            try (Socket plain = connect(pair)) {
                awaitGreeting(plain);
                plain.getOutputStream().write(REQUEST);
                SSLSocket socket = pairs.secure(plain);

                exchange(socket, halfCompressible(100_000, 2));

                assertThat(socket.getSession().getPeerCertificates()[0])
                        .isEqualTo(pairs.databaseCertificate().certificate());
            }
        }
    }

    @Test
    void withoutALinkOrFallback_theConnectionIsReset() throws Exception {
        try (SidecarPair pair = pairs.pair(folder, 1)) {
            pair.startA();
            try (Socket plain = connect(pair)) {
                assertReset(plain);
                assertCounted(pair.a(), "b", "peer-unreachable", "");
            }
        }
    }

    private static void awaitGreeting(Socket plain) throws IOException {
        assertThat(plain.getInputStream().readNBytes(GREETING.length)).isEqualTo(GREETING);
    }

    private static void echo(Socket connection, CompletableFuture<SSLSocket> accepted) throws Exception {
        assertThat(connection.getInputStream().readNBytes(REQUEST.length)).isEqualTo(REQUEST);
        SSLSocket secured = PlainServer.secure(connection, pairs.database());
        accepted.complete(secured);
        secured.getInputStream().transferTo(secured.getOutputStream());
    }

    /** Returns what arrives in TLS until the connection ends, in whatever way. */
    private static byte[] receivedInTls(Socket connection) throws Exception {
        connection.getInputStream().readNBytes(REQUEST.length);
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (SSLSocket secured = PlainServer.secure(connection, pairs.database())) {
            secured.getInputStream().transferTo(received);
        } catch (IOException e) {
            // A reset is an end, too.
        }
        return received.toByteArray();
    }
}
