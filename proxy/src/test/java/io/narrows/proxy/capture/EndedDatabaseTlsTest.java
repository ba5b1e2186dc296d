package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.StartTlsPairs.assertReset;
import static io.narrows.proxy.capture.StartTlsPairs.assertResetBehindBytes;
import static io.narrows.proxy.capture.TlsPairs.LIMIT;
import static io.narrows.proxy.capture.TlsPairs.NAME;
import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.capture.TlsPairs.assertRefused;
import static io.narrows.proxy.capture.TlsPairs.connect;
import static io.narrows.proxy.capture.TlsPairs.exchange;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.support.ClientHellos;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.proxy.support.TlsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sidecar that ends the TLS of its database: the certificates of both, the connections that it refuses, and those without a
 * link.
 */
@Timeout(60)
@Tag("long")
final class EndedDatabaseTlsTest {
    @TempDir
    private static Path certificates;

    private static TlsPairs pairs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        pairs = new TlsPairs(certificates);
    }

    @Test
    void databaseWithoutACertificate_isRefused() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(pair, pairs.authority().context(), "database-tls", "it showed no certificate");
        }
    }

    /** As etcd does when it starts: it asks each member for the others, and gives up after a second. */
    @Test
    void databaseThatLeavesBeforeThePeersDatabaseAnswers_isNoFailure() throws Exception {
        CompletableFuture<Void> left = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    left.join();
                    try (SSLSocket secured = PlainServer.secure(connection, pairs.database())) {
                        while (secured.getInputStream().read() >= 0) {}
                    } finally {
                        ended.complete(null);
                    }
                });
                SidecarPair pair = pairs.pair(folder, target.port(), ", server-name: " + NAME)
                        .start()) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
                socket.getOutputStream().write(ClientHellos.of(0x0303, new byte[0]));
                target.first();
            }
            left.complete(null);

            ended.join();
            for (Sidecar sidecar : List.of(pair.a(), pair.b())) {
                assertThat(Exposed.of(sidecar).sum("narrows_failures_total", "reason=\"database-tls\""))
                        .isZero();
            }
        }
    }

    /** The JDK's engine for a server casts itself to one for a client when a HelloRequest follows the ClientHello. */
    @Test
    void messageThatMakesTheEngineThrow_isAFailureOfTls_andResetsTheConnection() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            ByteBuffer sent = ByteBuffer.allocate(1 << 16);
            SSLEngine engine = pairs.application().createSSLEngine(NAME, 1);
            engine.setUseClientMode(true);
            engine.setEnabledProtocols(new String[] {"TLSv1.2"});
            engine.wrap(ByteBuffer.allocate(0), sent);
            sent.put(HexFormat.of().parseHex("160303000400000000"));

            socket.getOutputStream().write(sent.array(), 0, sent.position());

            assertResetBehindBytes(socket);
            assertCounted(pair.a(), "b", "database-tls", "it sent a message that TLS in this JVM cannot process");
            for (Sidecar sidecar : List.of(pair.a(), pair.b())) {
                Exposed metrics = Exposed.of(sidecar);
                assertThat(metrics.sum("narrows_failures_total", "reason=\"internal\""))
                        .isZero();
                assertThat(metrics.sum("narrows_failures_total", "reason=\"link-cut\""))
                        .isZero();
            }
        }
    }

    @Test
    void databaseWithAForeignCertificate_isRefused() throws Exception {
        TestAuthority foreign = new TestAuthority("foreign", folder);
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(
                    pair,
                    pairs.authority().context(foreign.issue("a.example")),
                    "database-tls",
                    "none of the authorities in ca has signed its certificate");
        }
    }

    @Test
    void databaseWithAnExpiredCertificate_isRefused() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(
                    pair,
                    pairs.authority().context(pairs.authority().issueExpired(NAME)),
                    "database-tls",
                    "its certificate has expired");
        }
    }

    @Test
    void databaseThatDoesNotTrustTheCapturesCertificate_isNamed() throws Exception {
        TestAuthority foreign = new TestAuthority("foreign", folder);
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start()) {
            assertRefused(
                    pair,
                    foreign.context(pairs.applicationCertificate()),
                    "database-tls",
                    "it refused this side's certificate or parameters with the alert certificate_unknown");
        }
    }

    @Test
    void peerOfAnOlderVersion_isNotAskedToBeginTls() throws Exception {
        try (SidecarPair pair =
                        new SidecarPair(folder, 1, TlsPairs.POLICY).endingTls(pairs.captureTls(", plaintext: true"));
                ServerSocket older = new ServerSocket(pair.linkPortOfB(), 50, InetAddress.getLoopbackAddress())) {
            Thread greeting = new Thread(() -> greetAll(older), "older-peer");
            greeting.setDaemon(true);
            greeting.start();
            pair.startA();

            assertRefused(
                    pair, pairs.application(), "tls-mismatch", "the version of the peer's sidecar cannot begin TLS");
        }
    }

    private static void greetAll(ServerSocket older) {
        try {
            while (true) {
                older.accept()
                        .getOutputStream()
                        .write(WireBytes.greeting(Greeting.newBuilder()
                                .setHello(FakePeer.hello("b", Codec.NONE))
                                .build()));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void withoutALink_theCiphertextGoesToTheDatabaseUnchanged() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").withFallback(", allow-downgrade: true")) {
            pair.startA();
            try (SSLSocket socket = connect(pair, pairs.application())) {
                exchange(socket, halfCompressible(100_000, 4));

                assertThat(socket.getSession().getPeerCertificates()[0])
                        .isEqualTo(pairs.databaseCertificate().certificate());
                assertThat(target.first().getSession().getPeerCertificates()[0])
                        .isEqualTo(pairs.applicationCertificate().certificate());
            }
        }
    }

    @Test
    void withoutALinkOrFallback_theConnectionIsReset() throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "")) {
            pair.startA();

            assertRefused(pair, pairs.application(), "peer-unreachable", "");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tls-1.1, without TLS 1.2 and 1.3",
        "long, a ClientHello of 60004 bytes",
        "random, the first byte is 0x",
        "postgres, the first byte is 0x00"
    })
    void otherBytesThanAClientHello_areRefusedBeforeTheDatabaseIsReached(String kind, String detail) throws Exception {
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "").start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            socket.getOutputStream().write(bytes(kind));

            assertReset(socket);
            assertCounted(pair.a(), "b", "client-hello", detail);
        }
    }

    @Test
    void replacedCertificates_applyToTheNextConnection_andNothingBreaks() throws Exception {
        Path cert = Files.copy(pairs.sharedCertificate().cert(), folder.resolve("shared.pem"));
        Path key = Files.copy(pairs.sharedCertificate().key(), folder.resolve("shared.key"));
        Issued next = pairs.authority().issue(NAME);
        try (TlsServer target = pairs.echo();
                SidecarPair pair = pairs.pair(folder, target.port(), "")
                        .endingTls(pairs.captureTls(cert, key, ""))
                        .start();
                SSLSocket old = connect(pair, pairs.application())) {
            exchange(old, new byte[] {1});
            assertThat(old.getSession().getPeerCertificates()[0])
                    .isEqualTo(pairs.sharedCertificate().certificate());

            Files.copy(next.cert(), cert, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);

            await().atMost(LIMIT).untilAsserted(() -> {
                try (SSLSocket later = connect(pair, pairs.application())) {
                    exchange(later, new byte[] {2});
                    assertThat(later.getSession().getPeerCertificates()[0]).isEqualTo(next.certificate());
                }
            });
            exchange(old, halfCompressible(100_000, 5));
        }
    }

    private static byte[] bytes(String kind) {
        byte[] random = new byte[70_000];
        new Random(1).nextBytes(random);
        return switch (kind) {
            case "tls-1.1" -> ClientHellos.of(0x0302, new byte[0]);
            case "long" -> ClientHellos.records(ClientHellos.message(new byte[60_000]), 16_000);
            case "postgres" -> new byte[] {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};
            default -> random;
        };
    }
}
