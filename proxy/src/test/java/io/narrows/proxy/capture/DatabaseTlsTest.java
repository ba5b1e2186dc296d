package io.narrows.proxy.capture;

import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.RecentFailures;
import io.narrows.proxy.support.ClientHellos;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.proxy.support.TlsServer;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sidecars between two databases with TLS: it ends at the first and begins again at the second. */
@Timeout(60)
@Tag("long")
final class DatabaseTlsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String POLICY = "- {codec: zstd}";
    private static final String NAME = "b.example";

    /** The random value of a ServerHello. */
    private static final String RANDOM = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";

    @TempDir
    private static Path certificates;

    private static TestAuthority authority;
    private static TestAuthority foreign;
    private static Issued database;
    private static Issued expired;
    private static Issued application;
    private static Issued stranger;
    private static Issued shared;
    private static Issued dialing;
    private static List<String> links;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority("authority", certificates);
        foreign = new TestAuthority("foreign", certificates);
        database = authority.issue(NAME);
        expired = authority.issueExpired(NAME);
        application = authority.issue("a.example");
        stranger = foreign.issue("a.example");
        shared = authority.issue(NAME);
        dialing = authority.issue("sidecar.example");
        SelfSigned a = SelfSigned.of("a", 2, certificates);
        SelfSigned b = SelfSigned.of("b", 2, certificates);
        Path ca = Files.writeString(
                certificates.resolve("links.pem"), Files.readString(a.cert()) + Files.readString(b.cert()));
        links = List.of(a.tls(ca), b.tls(ca));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void bytes_arriveUnchangedInBothDirections_andAreCompressedOnTheLink(String version) throws Exception {
        byte[] bytes = rows(100_000);
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start();
                SSLSocket socket = connect(pair, authority.context(application))) {
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
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo, "h2", "http/1.1");
                SidecarPair pair = pair(target, "").start();
                SSLSocket both = connect(pair, authority.context(application), "http/1.1", "h2");
                SSLSocket one = connect(pair, authority.context(application), "http/1.1");
                SSLSocket none = connect(pair, authority.context(application))) {
            exchange(both, new byte[] {1});
            exchange(one, new byte[] {2});
            exchange(none, new byte[] {3});

            assertThat(both.getApplicationProtocol()).isEqualTo("h2");
            assertThat(one.getApplicationProtocol()).isEqualTo("http/1.1");
            assertThat(none.getApplicationProtocol()).isEmpty();
            ExtendedSSLSession seen = (ExtendedSSLSession) target.first().getSession();
            assertThat(seen.getRequestedServerNames()).containsExactly(new SNIHostName(NAME));
            assertThat(seen.getPeerCertificates()[0]).isEqualTo(dialing.certificate());
        }
    }

    @Test
    void offeredProtocolThatTheDatabaseDoesNotKnow_isRefusedAsByTheDatabase() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo, "h2");
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(pair, authority.context(application), "database-tls", "no_application_protocol", "spdy");
        }
    }

    @Test
    void closeNotify_endsOneDirection_andTheOtherContinues() throws Exception {
        byte[] bytes = halfCompressible(1 << 20, 2);
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(authority.context(database), connection -> {
                    received.complete(connection.getInputStream().readAllBytes().length);
                    connection.getOutputStream().write(bytes);
                });
                SidecarPair pair = pair(target, "").start();
                SSLSocket socket = connect(pair, authority.context(application))) {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
            assertThat(received.join()).isEqualTo(bytes.length);
        }
    }

    @Test
    void endOfTheConnectionWithoutCloseNotify_isAReset() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(authority.context(database), connection -> {
                    try {
                        InputStream in = connection.getInputStream();
                        while (in.read() >= 0) {}
                        seen.complete(null);
                    } catch (IOException e) {
                        seen.complete(e);
                    }
                });
                SidecarPair pair = pair(target, "").start();
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort());
                SSLSocket socket = over(plain, authority.context(application))) {
            socket.getOutputStream().write("truncated".getBytes(StandardCharsets.US_ASCII));
            socket.startHandshake();

            plain.shutdownOutput();

            assertThat(seen.join()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void endOfTheDatabasesConnectionWithoutCloseNotify_isAReset() throws Exception {
        CompletableFuture<Socket> accepted = new CompletableFuture<>();
        try (TlsServer target = new TlsServer(authority.context(database), connection -> {
                    connection.getOutputStream().write(1);
                    accepted.complete(connection);
                    connection.getInputStream().readAllBytes();
                });
                RawEnd raw = new RawEnd(target.port());
                SidecarPair pair = pair(raw.port(), "").start();
                SSLSocket socket = connect(pair, authority.context(application))) {
            assertThat(socket.getInputStream().read()).isEqualTo(1);

            raw.endTowardsClient();

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void databaseWithoutACertificate_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(pair, authority.context(), "database-tls", "it showed no certificate");
        }
    }

    /** As etcd does when it starts: it asks each member for the others, and gives up after a second. */
    @Test
    void databaseThatLeavesBeforeThePeersDatabaseAnswers_isNoFailure() throws Exception {
        CompletableFuture<Void> left = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> {
                    left.join();
                    try (SSLSocket secured = PlainServer.secure(connection, authority.context(database))) {
                        while (secured.getInputStream().read() >= 0) {}
                    } finally {
                        ended.complete(null);
                    }
                });
                SidecarPair pair = pair(target.port(), ", server-name: " + NAME).start()) {
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

    @Test
    void databaseWithAForeignCertificate_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(
                    pair,
                    authority.context(stranger),
                    "database-tls",
                    "none of the authorities in ca has signed its certificate");
        }
    }

    @Test
    void databaseWithAnExpiredCertificate_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(pair, authority.context(expired), "database-tls", "its certificate has expired");
        }
    }

    @Test
    void databaseThatDoesNotTrustTheCapturesCertificate_isNamed() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(
                    pair,
                    foreign.context(application),
                    "database-tls",
                    "it refused this side's certificate or parameters with the alert certificate_unknown");
        }
    }

    @Test
    void targetWithAnotherName_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, ", server-name: c.example").start()) {
            assertRefused(
                    pair,
                    authority.context(application),
                    "database-tls",
                    "No subject alternative DNS name matching c.example found");
        }
    }

    @Test
    void targetWithAnExpiredCertificate_isRefused() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(expired), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            assertRefused(pair, authority.context(application), "database-tls", "its certificate has expired");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "160302002c" + "02000028" + "0302" + RANDOM + "00c02b000000, selected protocol version TLS11 is not accepted",
        "485454502f312e31, it sent bytes that are not TLS",
    })
    void targetThatDoesNotAnswerWithTls12_isRefused(String hex, String detail) throws Exception {
        byte[] answer = HexFormat.of().parseHex(hex);
        try (PlainServer target = new PlainServer(connection -> {
                    connection.getInputStream().read();
                    connection.getOutputStream().write(answer);
                    connection.getInputStream().readAllBytes();
                });
                SidecarPair pair = pair(target.port(), "").start()) {
            assertRefused(pair, authority.context(application), "database-tls", detail);
        }
    }

    @Test
    void targetThatDoesNotTrustTheSidecar_isNamed() throws Exception {
        try (TlsServer target = new TlsServer(foreign.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start();
                SSLSocket socket = connect(pair, authority.context(application))) {
            assertThatThrownBy(() -> exchange(socket, new byte[] {1})).isInstanceOf(IOException.class);

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(details(pair.b()))
                            .anyMatch(detail -> detail.contains("it refused this side's certificate")));
        }
    }

    @Test
    void targetWithoutTls_isAMismatch() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "")) {
            pair.targetOfB("127.0.0.1:" + target.port());
            pair.start();

            assertRefused(pair, authority.context(application), "tls-mismatch", "the capture ends TLS, but the target");
        }
    }

    @Test
    void captureWithoutTls_isAMismatch() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY, links)) {
            pair.targetOfB(targetTls(target.port(), ""));
            pair.start();

            assertRefused(
                    pair, authority.context(application), "tls-mismatch", "the target begins TLS, but the capture");
        }
    }

    @Test
    void linkWithoutTls_isRefusedByEitherSide() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY, permissive())) {
            pair.endingTls(captureTls(""));
            pair.targetOfB(targetTls(target.port(), ", plaintext: true"));
            pair.start();

            assertRefused(pair, authority.context(application), "tls-mismatch", "the link is plain text");
        }
    }

    @Test
    void linkWithoutTls_carriesWhatBothSidesAllow() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = new SidecarPair(folder, target.port(), POLICY)) {
            pair.endingTls(captureTls(", plaintext: true"));
            pair.targetOfB(targetTls(target.port(), ", plaintext: true"));
            pair.start();
            try (SSLSocket socket = connect(pair, authority.context(application))) {
                exchange(socket, halfCompressible(100_000, 3));
            }
        }
    }

    @Test
    void peerOfAnOlderVersion_isNotAskedToBeginTls() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, POLICY).endingTls(captureTls(", plaintext: true"));
                ServerSocket older = new ServerSocket(pair.linkPortOfB(), 50, InetAddress.getLoopbackAddress())) {
            Thread greeting = new Thread(() -> greetAll(older), "older-peer");
            greeting.setDaemon(true);
            greeting.start();
            pair.startA();

            assertRefused(
                    pair,
                    authority.context(application),
                    "tls-mismatch",
                    "the version of the peer's sidecar cannot begin TLS");
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
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").withFallback(", allow-downgrade: true")) {
            pair.startA();
            try (SSLSocket socket = connect(pair, authority.context(application))) {
                exchange(socket, halfCompressible(100_000, 4));

                assertThat(socket.getSession().getPeerCertificates()[0]).isEqualTo(database.certificate());
                assertThat(target.first().getSession().getPeerCertificates()[0]).isEqualTo(application.certificate());
            }
        }
    }

    @Test
    void withoutALinkOrFallback_theConnectionIsReset() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "")) {
            pair.startA();

            assertRefused(pair, authority.context(application), "peer-unreachable", "");
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
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            socket.getOutputStream().write(bytes(kind));

            assertThatThrownBy(() -> {
                        if (socket.getInputStream().read() < 0) {
                            throw new AssertionError("a clean end");
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertCounted(pair.a(), "client-hello", detail);
        }
    }

    @Test
    void replacedCertificates_applyToTheNextConnection_andNothingBreaks() throws Exception {
        Path cert = Files.copy(shared.cert(), folder.resolve("shared.pem"));
        Path key = Files.copy(shared.key(), folder.resolve("shared.key"));
        Issued next = authority.issue(NAME);
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair =
                        pair(target, "").endingTls(captureTls(cert, key, "")).start();
                SSLSocket old = connect(pair, authority.context(application))) {
            exchange(old, new byte[] {1});
            assertThat(old.getSession().getPeerCertificates()[0]).isEqualTo(shared.certificate());

            Files.copy(next.cert(), cert, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);

            await().atMost(LIMIT).untilAsserted(() -> {
                try (SSLSocket later = connect(pair, authority.context(application))) {
                    exchange(later, new byte[] {2});
                    assertThat(later.getSession().getPeerCertificates()[0]).isEqualTo(next.certificate());
                }
            });
            exchange(old, halfCompressible(100_000, 5));
        }
    }

    @Test
    void expiryOfEveryCertificate_isExported() throws Exception {
        try (TlsServer target = new TlsServer(authority.context(database), DatabaseTlsTest::echo);
                SidecarPair pair = pair(target, "").start()) {
            String metric = "narrows_certificate_expiration_timestamp_seconds";

            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture\""))
                    .isEqualTo(shared.certificate().getNotAfter().toInstant().getEpochSecond());
            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture-authority\""))
                    .isPositive();
            assertThat(Exposed.of(pair.b()).value(metric, "role=\"target\""))
                    .isEqualTo(dialing.certificate().getNotAfter().toInstant().getEpochSecond());
            assertThat(Exposed.of(pair.b()).value(metric, "role=\"target-authority\""))
                    .isPositive();
        }
    }

    private SidecarPair pair(TlsServer target, String keysOfTarget) throws Exception {
        return pair(target.port(), keysOfTarget);
    }

    private SidecarPair pair(int targetPort, String keysOfTarget) throws Exception {
        SidecarPair pair = new SidecarPair(folder, targetPort, POLICY, links).endingTls(captureTls(""));
        pair.targetOfB(targetTls(targetPort, keysOfTarget));
        return pair;
    }

    private static String captureTls(String keys) throws Exception {
        return captureTls(shared.cert(), shared.key(), keys);
    }

    private static String captureTls(Path cert, Path key, String keys) throws Exception {
        return "{cert: '%s', key: '%s', ca: '%s'%s}".formatted(cert, key, authority.file(), keys);
    }

    private static String targetTls(int port, String keys) throws Exception {
        return "{address: 127.0.0.1:%d, peers: [a], tls: {cert: '%s', key: '%s', ca: '%s'%s}}"
                .formatted(port, dialing.cert(), dialing.key(), authority.file(), keys);
    }

    /** Returns links on which only the first sidecar has certificates, so that they are plain text. */
    private static List<String> permissive() {
        return List.of(links.get(0).replace("}", ", mode: permissive}"), "plaintext: true");
    }

    private static SSLSocket connect(SidecarPair pair, SSLContext context, String... protocols) throws IOException {
        Socket plain = new Socket();
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.listenerPort()));
        return over(plain, context, protocols);
    }

    private static SSLSocket over(Socket plain, SSLContext context, String... protocols) throws IOException {
        plain.setSoTimeout((int) LIMIT.toMillis());
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, NAME, 0, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static void exchange(SSLSocket socket, byte[] bytes) throws IOException {
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
        writing.join();
    }

    private static byte[] rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(row -> "row " + row + " of a table that compresses\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void echo(SSLSocket connection) throws IOException {
        OutputStream out = connection.getOutputStream();
        connection.getInputStream().transferTo(out);
    }

    private static void assertRefused(
            SidecarPair pair, SSLContext context, String reason, String detail, String... protocols)
            throws IOException {
        try (SSLSocket socket = connect(pair, context, protocols)) {
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write(1);
                        if (socket.getInputStream().read() < 0) {
                            throw new AssertionError("a clean end");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertCounted(pair.a(), reason, detail);
    }

    private static void assertCounted(Sidecar sidecar, String reason, String detail) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(Exposed.of(sidecar).value("narrows_failures_total", "peer=\"b\"", "reason=\"" + reason + "\""))
                    .isPositive();
            assertThat(details(sidecar)).anyMatch(text -> text.contains(detail));
        });
    }

    private static List<String> details(Sidecar sidecar) {
        return sidecar.events().recentFailures().latest().values().stream()
                .flatMap(List::stream)
                .map(RecentFailures.Event::detail)
                .toList();
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
