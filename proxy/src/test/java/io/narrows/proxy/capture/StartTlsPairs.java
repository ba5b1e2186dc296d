package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.Sidecar;
import io.narrows.proxy.meter.RecentFailures;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.testkit.Openssl.Authority;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Pairs of sidecars between databases that begin in plain text, with their certificates. */
final class StartTlsPairs {
    static final String NAME = "b.example";
    static final Duration LIMIT = Duration.ofSeconds(20);

    private final String protocol;
    private final TestAuthority authority;
    private final Issued database;
    private final Issued application;
    private final Issued shared;
    private final Issued dialing;
    private final List<String> links;

    /**
     * @param protocol the key in the configuration
     * @param folder of the certificates
     */
    StartTlsPairs(String protocol, Path folder) throws Exception {
        this.protocol = protocol;
        this.authority = new TestAuthority("authority", folder);
        this.database = authority.issue(NAME);
        this.application = authority.issue("a.example");
        this.shared = authority.issue(NAME);
        this.dialing = authority.issue("sidecar.example");
        SelfSigned a = SelfSigned.of("a", 2, folder);
        SelfSigned b = SelfSigned.of("b", 2, folder);
        Path ca =
                Files.writeString(folder.resolve("links.pem"), Files.readString(a.cert()) + Files.readString(b.cert()));
        this.links = List.of(a.tls(ca), b.tls(ca));
    }

    /** Returns two sidecars that are not started yet. */
    SidecarPair pair(Path folder, int targetPort) throws Exception {
        return pair(folder, targetPort, ", server-name: " + NAME);
    }

    /** Returns two sidecars, of which the first mints the certificates that its database sees. */
    SidecarPair minting(Path folder, int targetPort, Authority mint) throws Exception {
        return pair(folder, targetPort)
                .endingTls("{mint: {cert: '%s', key: '%s'}, ca: '%s', starttls: %s}"
                        .formatted(mint.cert(), mint.key(), authority.file(), protocol));
    }

    /** @param keysOfTarget further keys in the target's TLS */
    SidecarPair pair(Path folder, int targetPort, String keysOfTarget) throws Exception {
        SidecarPair pair = new SidecarPair(folder, targetPort, "- {codec: zstd}", links)
                .endingTls("{cert: '%s', key: '%s', ca: '%s', starttls: %s}"
                        .formatted(shared.cert(), shared.key(), authority.file(), protocol));
        pair.targetOfB("{address: 127.0.0.1:%d, peers: [a], tls: {cert: '%s', key: '%s', ca: '%s'%s}}"
                .formatted(targetPort, dialing.cert(), dialing.key(), authority.file(), keysOfTarget));
        return pair;
    }

    /** Returns the database's context. */
    SSLContext database() throws Exception {
        return authority.context(database);
    }

    /** Returns the context of the database that dials. */
    SSLContext application() throws Exception {
        return authority.context(application);
    }

    /** Returns the context of the database that dials, if it trusts only another authority. */
    SSLContext applicationTrusting(X509Certificate other) throws Exception {
        return TestAuthority.trusting(other, application);
    }

    Issued databaseCertificate() {
        return database;
    }

    Issued sharedCertificate() {
        return shared;
    }

    Issued dialingCertificate() {
        return dialing;
    }

    static Socket connect(SidecarPair pair) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort());
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Begins TLS as the database that dials. */
    SSLSocket secure(Socket plain, String... protocols) throws Exception {
        return secure(plain, application(), NAME, protocols);
    }

    /** @param host the name that the database checks, which it sends as SNI unless it is an address */
    static SSLSocket secure(Socket plain, SSLContext context, String host, String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, 0, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** Writes byte by byte, each in a segment of its own if the network allows. */
    static void drip(Socket socket, byte[] bytes) throws IOException {
        for (byte next : bytes) {
            socket.getOutputStream().write(next);
            socket.getOutputStream().flush();
        }
    }

    static void assertReset(Socket socket) {
        assertThatThrownBy(() -> {
                    int next = socket.getInputStream().read();
                    throw new AssertionError(next < 0 ? "a clean end" : "a byte: " + next);
                })
                .isInstanceOf(IOException.class);
    }

    static void assertCounted(Sidecar sidecar, String peer, String reason, String detail) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(Exposed.of(sidecar)
                            .value("narrows_failures_total", "peer=\"" + peer + "\"", "reason=\"" + reason + "\""))
                    .isPositive();
            assertThat(details(sidecar)).anyMatch(text -> text.contains(detail));
        });
    }

    static List<String> details(Sidecar sidecar) {
        return sidecar.events().recentFailures().latest().values().stream()
                .flatMap(List::stream)
                .map(RecentFailures.Event::detail)
                .toList();
    }
}
