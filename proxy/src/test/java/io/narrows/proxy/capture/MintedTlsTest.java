package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.meter.RecentFailures;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.proxy.support.TlsServer;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
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

/** Two sidecars between two databases with TLS, of which the first makes the certificates that its database sees. */
@Timeout(60)
@Tag("long")
final class MintedTlsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String POLICY = "- {codec: zstd}";
    private static final String NAME = "b.example";
    private static final String LIMITS = "critical,permitted;DNS:b.example,permitted;IP:127.0.0.0/255.0.0.0";

    @TempDir
    private static Path certificates;

    private static TestAuthority authority;
    private static Issued database;
    private static Issued application;
    private static Issued dialing;
    private static Authority mint;
    private static List<String> links;
    private static String untrusted;

    @TempDir
    private Path folder;

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority("authority", certificates);
        database = authority.issue("target.example");
        application = authority.issue("a.example");
        dialing = authority.issue("sidecar.example");
        mint = Openssl.authority(certificates, "mint", LIMITS);
        untrusted = " (this side shows a certificate for " + NAME + " that " + mint.cert();
        SelfSigned a = SelfSigned.of("a", 2, certificates);
        SelfSigned b = SelfSigned.of("b", 2, certificates);
        Path ca = Files.writeString(
                certificates.resolve("links.pem"), Files.readString(a.cert()) + Files.readString(b.cert()));
        links = List.of(a.tls(ca), b.tls(ca));
    }

    @Test
    void dialedName_isMinted_andSessionsAreResumed() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            SSLContext context = trusting(mint);
            try (SSLSocket first = connect(pair, context, NAME)) {
                first.setEnabledProtocols(new String[] {"TLSv1.2"});
                exchange(first);
                first.getSession().putValue("seen", "first");
                X509Certificate seen = shown(first);
                assertThat(seen.getSubjectAlternativeNames()).containsExactly(List.of(2, NAME));
                assertThat(seen.getIssuerX500Principal())
                        .isEqualTo(mint.certificate().getSubjectX500Principal());
            }
            try (SSLSocket second = connect(pair, context, NAME)) {
                second.setEnabledProtocols(new String[] {"TLSv1.2"});
                exchange(second);

                assertThat(second.getSession().getValue("seen")).isEqualTo("first");
            }
        }
    }

    @Test
    void differentConnectionsToAName_seeTheSameCertificate() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start();
                SSLSocket first = connect(pair, trusting(mint), NAME);
                SSLSocket second = connect(pair, trusting(mint), NAME)) {
            exchange(first);
            exchange(second);

            assertThat(shown(second)).isEqualTo(shown(first));
        }
    }

    @Test
    void addressWithoutSni_isMintedWithTheNamesOfThePeer() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start();
                SSLSocket socket = connect(pair, trusting(mint), "127.0.0.1")) {
            exchange(socket);

            assertThat(shown(socket).getSubjectAlternativeNames())
                    .containsExactlyInAnyOrder(List.of(7, "127.0.0.1"), List.of(2, NAME));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.example", "www.b.example"})
    void nameOfNoPeer_isRefused(String name) throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            assertRefused(pair, trusting(mint), name, "not-minted", "asks for the name " + name + ", which is none of");
        }
    }

    @Test
    void nameThatTheConstraintsDoNotPermit_isRefused() throws Exception {
        Authority other =
                Openssl.authority(folder, "other", "permitted;DNS:other.example,permitted;IP:127.0.0.0/255.0.0.0");
        try (TlsServer target = target();
                SidecarPair pair = pair(target, other).start()) {
            assertRefused(pair, trusting(other), NAME, "not-minted", "do not permit a certificate for " + NAME);
        }
    }

    @Test
    void authorityThatMaySignForNoNameOfThePeer_isRefusedAtStart() throws Exception {
        Authority other = Openssl.authority(
                folder, "other", "permitted;DNS:other.example,excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::");
        try (TlsServer target = target();
                SidecarPair pair = pair(target, other)) {
            assertThatThrownBy(pair::startA)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(other.cert()
                            + ": the name constraints permit no certificate for peer b of capture 127.0.0.1:"
                            + pair.listenerPort() + ", whose names are b.example, 127.0.0.1");
        }
    }

    @Test
    void authorityThatTheDatabaseDoesNotTrust_isNamed() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            assertRefused(
                    pair,
                    authority.context(application),
                    NAME,
                    "database-tls",
                    "it refused this side's certificate or parameters with the alert certificate_unknown" + untrusted);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-tls1_2, it does not trust the authority of this side's certificate (alert unknown_ca)",
        "-tls1_3, 'it refused this side''s certificate, in plain text, as OpenSSL does if it does not trust it'"
    })
    void authorityThatAClientWithOpensslDoesNotTrust_isNamed(String version, String detail) throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            List<String> client = List.of(
                    "openssl",
                    "s_client",
                    version,
                    "-connect",
                    "127.0.0.1:" + pair.listenerPort(),
                    "-servername",
                    NAME,
                    "-verify_return_error",
                    "-CAfile",
                    authority.file().toString(),
                    "-cert",
                    application.cert().toString(),
                    "-key",
                    application.key().toString());

            assertThatThrownBy(() -> Openssl.run(folder, client)).isInstanceOf(IOException.class);
            assertCounted(pair, "database-tls", detail + untrusted);
        }
    }

    @Test
    void databaseWithoutACertificate_isRefused() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            assertRefused(
                    pair, TestAuthority.trusting(mint.certificate()), NAME, "database-tls", "it showed no certificate");
        }
    }

    @Test
    void authorityWithoutConstraints_isRefusedAtStart() throws Exception {
        Authority unlimited = Openssl.certificate(
                folder, "unlimited", List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), 10, Openssl.AUTHORITY);
        try (TlsServer target = target();
                SidecarPair pair = pair(target, unlimited)) {
            assertThatThrownBy(pair::startA)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(unlimited.cert() + ": the authority has no name constraints");
        }
    }

    @Test
    void replacedAuthority_signsForTheNextConnection_andNothingBreaks() throws Exception {
        Authority next = Openssl.authority(folder, "next", LIMITS);
        Path cert = Files.copy(mint.cert(), folder.resolve("active.pem"));
        Path key = Files.copy(mint.key(), folder.resolve("active.key"));
        try (TlsServer target = target();
                SidecarPair pair = pair(target, new Authority(cert, key)).start();
                SSLSocket old = connect(pair, trusting(mint), NAME)) {
            exchange(old);

            Files.copy(next.cert(), cert, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);

            SSLContext context = trusting(next);
            await().atMost(LIMIT).ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
                try (SSLSocket later = connect(pair, context, NAME)) {
                    exchange(later);
                    assertThat(shown(later).getIssuerX500Principal())
                            .isEqualTo(next.certificate().getSubjectX500Principal());
                }
            });
            exchange(old);
        }
    }

    @Test
    void replacedKeyThatIsOpenToOthers_isRefused_andTheFormerStaysInUse() throws Exception {
        Authority next = Openssl.authority(folder, "next", LIMITS);
        Files.setPosixFilePermissions(next.key(), PosixFilePermissions.fromString("rw-r-----"));
        Path cert = Files.copy(mint.cert(), folder.resolve("active.pem"));
        Path key = Files.copy(mint.key(), folder.resolve("active.key"));
        try (TlsServer target = target();
                SidecarPair pair = pair(target, new Authority(cert, key)).start()) {
            Files.move(next.key(), key, StandardCopyOption.REPLACE_EXISTING);
            Files.move(next.cert(), cert, StandardCopyOption.REPLACE_EXISTING);

            await().atMost(LIMIT).until(() -> Exposed.of(pair.a()).value("narrows_config_last_reload_successful") == 0);
            try (SSLSocket socket = connect(pair, trusting(mint), NAME)) {
                exchange(socket);
            }
        }
    }

    @Test
    void expiryOfTheAuthority_isExported() throws Exception {
        try (TlsServer target = target();
                SidecarPair pair = pair(target, mint).start()) {
            String metric = "narrows_certificate_expiration_timestamp_seconds";

            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture-mint\""))
                    .isEqualTo(mint.certificate().getNotAfter().toInstant().getEpochSecond());
            assertThat(Exposed.of(pair.a()).value(metric, "role=\"capture-authority\""))
                    .isPositive();
        }
    }

    private static TlsServer target() throws Exception {
        return new TlsServer(
                authority.context(database),
                connection -> connection.getInputStream().transferTo(connection.getOutputStream()));
    }

    private SidecarPair pair(TlsServer target, Authority shown) throws Exception {
        SidecarPair pair = new SidecarPair(folder, target.port(), POLICY, links)
                .endingTls("{mint: {cert: '%s', key: '%s'}, ca: '%s'}"
                        .formatted(shown.cert(), shown.key(), authority.file()));
        pair.targetOfB(
                "{address: 127.0.0.1:%d, peers: [a], tls: {cert: '%s', key: '%s', ca: '%s', server-name: target.example}}"
                        .formatted(target.port(), dialing.cert(), dialing.key(), authority.file()));
        return pair;
    }

    private static SSLContext trusting(Authority shown) throws Exception {
        return TestAuthority.trusting(shown.certificate(), application);
    }

    private static X509Certificate shown(SSLSocket socket) throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    /** @param host the name that the database checks, which it sends as SNI unless it is an address */
    private static SSLSocket connect(SidecarPair pair, SSLContext context, String host) throws IOException {
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort());
        plain.setSoTimeout((int) LIMIT.toMillis());
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, 1, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static void exchange(SSLSocket socket) throws IOException {
        byte[] bytes = {1, 2, 3};
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    private static void assertRefused(SidecarPair pair, SSLContext context, String host, String reason, String detail)
            throws IOException {
        try (SSLSocket socket = connect(pair, context, host)) {
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write(1);
                        if (socket.getInputStream().read() < 0) {
                            throw new AssertionError("a clean end");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertCounted(pair, reason, detail);
    }

    private static void assertCounted(SidecarPair pair, String reason, String detail) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(Exposed.of(pair.a()).value("narrows_failures_total", "peer=\"b\"", "reason=\"" + reason + "\""))
                    .isPositive();
            assertThat(pair.a().events().recentFailures().latest().values().stream()
                            .flatMap(List::stream)
                            .map(RecentFailures.Event::detail))
                    .anyMatch(text -> text.contains(detail));
        });
    }
}
