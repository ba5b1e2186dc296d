package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.StartTlsPairs.assertReset;
import static io.narrows.proxy.capture.StartTlsPairs.connect;
import static io.narrows.proxy.capture.StartTlsPairs.exchange;
import static io.narrows.proxy.capture.TlsPairs.NAME;
import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.support.MySqlBytes.CLIENT_PROTOCOL_41;
import static io.narrows.proxy.support.MySqlBytes.CLIENT_SSL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.MySqlBytes;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two sidecars between databases that begin TLS later, of which the first makes the certificates that its database sees. */
@Timeout(60)
@Tag("long")
final class MintedStartTlsTest {
    private static final byte[] SSL_REQUEST = HexFormat.of().parseHex("0000000804d2162f");
    private static final byte[] GREETING = MySqlBytes.greeting(CLIENT_PROTOCOL_41 | CLIENT_SSL);
    private static final byte[] REQUEST = MySqlBytes.request(CLIENT_PROTOCOL_41 | CLIENT_SSL);

    private static final byte[] INFO =
            "INFO {\"server_id\":\"N\",\"tls_required\":true} \r\n".getBytes(StandardCharsets.US_ASCII);

    /** The exchange before TLS. */
    private enum Protocol {
        POSTGRESQL {
            @Override
            void ask(Socket plain) throws IOException {
                plain.getOutputStream().write(SSL_REQUEST);
                assertThat(plain.getInputStream().read()).isEqualTo('S');
            }

            @Override
            void answer(Socket connection) throws IOException {
                assertThat(connection.getInputStream().readNBytes(SSL_REQUEST.length))
                        .isEqualTo(SSL_REQUEST);
                connection.getOutputStream().write('S');
            }
        },
        MYSQL {
            @Override
            void ask(Socket plain) throws IOException {
                assertThat(plain.getInputStream().readNBytes(GREETING.length)).isEqualTo(GREETING);
                plain.getOutputStream().write(REQUEST);
            }

            @Override
            void answer(Socket connection) throws IOException {
                connection.getOutputStream().write(GREETING);
                assertThat(connection.getInputStream().readNBytes(REQUEST.length))
                        .isEqualTo(REQUEST);
            }
        },
        NATS {
            @Override
            void ask(Socket plain) throws IOException {
                assertThat(plain.getInputStream().readNBytes(INFO.length)).isEqualTo(INFO);
            }

            @Override
            void answer(Socket connection) throws IOException {
                connection.getOutputStream().write(INFO);
            }
        };

        abstract void ask(Socket plain) throws IOException;

        abstract void answer(Socket connection) throws IOException;
    }

    @TempDir
    private static Path certificates;

    private static final Map<Protocol, StartTlsPairs> PAIRS = new EnumMap<>(Protocol.class);
    private static Authority mint;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        PAIRS.put(Protocol.POSTGRESQL, pairs("postgresql"));
        PAIRS.put(Protocol.MYSQL, pairs("mysql"));
        PAIRS.put(Protocol.NATS, pairs("nats"));
        mint = Openssl.authority(
                certificates, "mint", "critical,permitted;DNS:b.example,permitted;IP:127.0.0.0/255.0.0.0");
    }

    private static StartTlsPairs pairs(String protocol) throws Exception {
        return new StartTlsPairs(protocol, Files.createDirectory(certificates.resolve(protocol)));
    }

    @ParameterizedTest
    @EnumSource
    void dialedName_isMinted(Protocol protocol) throws Exception {
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                SSLSocket socket = begin(protocol, pair, NAME)) {
            exchange(socket, new byte[] {1, 2, 3});

            assertThat(shown(socket).getSubjectAlternativeNames()).containsExactly(List.of(2, NAME));
            assertThat(shown(socket).getIssuerX500Principal())
                    .isEqualTo(mint.certificate().getSubjectX500Principal());
        }
    }

    @ParameterizedTest
    @EnumSource
    void addressWithoutSni_isMintedWithTheNamesOfThePeer(Protocol protocol) throws Exception {
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                SSLSocket socket = begin(protocol, pair, "127.0.0.1")) {
            exchange(socket, new byte[] {1, 2, 3});

            assertThat(shown(socket).getSubjectAlternativeNames())
                    .containsExactlyInAnyOrder(List.of(7, "127.0.0.1"), List.of(2, NAME));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nameOfNoPeer_isRefused(Protocol protocol) throws Exception {
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                SSLSocket socket = begin(protocol, pair, "www.b.example")) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);

            assertCounted(pair.a(), "b", "not-minted", "asks for the name www.b.example, which is none of peer b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void databaseThatDoesNotTrustTheAuthority_isNamed(Protocol protocol) throws Exception {
        StartTlsPairs pairs = PAIRS.get(protocol);
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                Socket plain = connect(pair)) {
            protocol.ask(plain);
            SSLSocket socket = pairs.secure(plain);

            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
            assertCounted(
                    pair.a(),
                    "b",
                    "database-tls",
                    "(this side shows a certificate for " + NAME + " that " + mint.cert());
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherBytesThanAClientHello_resetTheConnection(Protocol protocol) throws Exception {
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                Socket plain = connect(pair)) {
            protocol.ask(plain);

            plain.getOutputStream().write("user".getBytes(StandardCharsets.US_ASCII));

            assertReset(plain);
            assertCounted(pair.a(), "b", "client-hello", "the first byte is 0x75 (expected: 0x16, a TLS handshake)");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL"})
    void endBeforeTheClientHello_isCounted(Protocol protocol) throws Exception {
        try (PlainServer target = echo(protocol);
                SidecarPair pair = pair(protocol, target).start();
                Socket plain = connect(pair)) {
            protocol.ask(plain);

            plain.shutdownOutput();

            assertReset(plain);
            assertCounted(pair.a(), "b", "client-hello", "the connection ended before its ClientHello");
        }
    }

    /** A server may speak as soon as its own TLS has begun, which is before the application's. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "NATS"})
    void bytesOfTheDatabaseBeforeTls_waitForIt(Protocol protocol) throws Exception {
        byte[] first = {4, 5, 6};
        CompletableFuture<Void> written = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    protocol.answer(connection);
                    SSLSocket secured =
                            PlainServer.secure(connection, PAIRS.get(protocol).database());
                    secured.getOutputStream().write(first);
                    written.complete(null);
                    secured.getInputStream().transferTo(secured.getOutputStream());
                });
                SidecarPair pair = pair(protocol, target).start();
                Socket plain = connect(pair)) {
            protocol.ask(plain);
            written.join();
            SSLSocket socket = secure(protocol, plain, NAME);

            assertThat(socket.getInputStream().readNBytes(first.length)).isEqualTo(first);
            exchange(socket, new byte[] {1, 2, 3});
        }
    }

    private PlainServer echo(Protocol protocol) throws IOException {
        return new PlainServer(connection -> {
            protocol.answer(connection);
            SSLSocket secured =
                    PlainServer.secure(connection, PAIRS.get(protocol).database());
            secured.getInputStream().transferTo(secured.getOutputStream());
        });
    }

    private SidecarPair pair(Protocol protocol, PlainServer target) throws Exception {
        return PAIRS.get(protocol).minting(folder, target.port(), mint);
    }

    private static SSLSocket begin(Protocol protocol, SidecarPair pair, String host) throws Exception {
        Socket plain = connect(pair);
        protocol.ask(plain);
        return secure(protocol, plain, host);
    }

    private static SSLSocket secure(Protocol protocol, Socket plain, String host) throws Exception {
        SSLContext context = PAIRS.get(protocol).applicationTrusting(mint.certificate());
        return TlsPairs.secure(plain, context, host);
    }

    private static X509Certificate shown(SSLSocket socket) throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
}
