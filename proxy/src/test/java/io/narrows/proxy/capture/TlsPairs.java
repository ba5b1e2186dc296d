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
import io.narrows.proxy.support.TlsServer;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Pairs of sidecars between two databases with TLS, with the certificates of all. */
final class TlsPairs {
    static final String NAME = "b.example";
    static final String POLICY = "- {codec: zstd}";
    static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestAuthority authority;
    private final Issued database;
    private final Issued application;
    private final Issued shared;
    private final Issued dialing;
    private final List<String> links;

    /** @param folder of the certificates */
    TlsPairs(Path folder) throws Exception {
        authority = new TestAuthority("authority", folder);
        database = authority.issue(NAME);
        application = authority.issue("a.example");
        shared = authority.issue(NAME);
        dialing = authority.issue("sidecar.example");
        SelfSigned a = SelfSigned.of("a", 2, folder);
        SelfSigned b = SelfSigned.of("b", 2, folder);
        Path ca =
                Files.writeString(folder.resolve("links.pem"), Files.readString(a.cert()) + Files.readString(b.cert()));
        links = List.of(a.tls(ca), b.tls(ca));
    }

    /** Returns the authority that both databases and both sidecars trust. */
    TestAuthority authority() {
        return authority;
    }

    /** Returns the context of the database that is dialed. */
    SSLContext database() throws Exception {
        return authority.context(database);
    }

    /** Returns the context of the database that dials. */
    SSLContext application() throws Exception {
        return authority.context(application);
    }

    Issued databaseCertificate() {
        return database;
    }

    Issued applicationCertificate() {
        return application;
    }

    /** Returns the certificate of the capture. */
    Issued sharedCertificate() {
        return shared;
    }

    /** Returns the certificate of the target. */
    Issued dialingCertificate() {
        return dialing;
    }

    /** Returns the sections of both sidecars' links, with TLS. */
    List<String> links() {
        return links;
    }

    /** Returns links on which only the first sidecar has certificates, so that they are plain text. */
    List<String> permissive() {
        return List.of(links.get(0).replace("}", ", mode: permissive}"), "plaintext: true");
    }

    /** Returns two sidecars that are not started yet. */
    SidecarPair pair(Path folder, int targetPort, String keysOfTarget) throws Exception {
        SidecarPair pair = new SidecarPair(folder, targetPort, POLICY, links).endingTls(captureTls(""));
        pair.targetOfB(targetTls(targetPort, keysOfTarget));
        return pair;
    }

    /** @param keys further keys of the capture's TLS, each after a comma */
    String captureTls(String keys) throws Exception {
        return captureTls(shared.cert(), shared.key(), keys);
    }

    String captureTls(Path cert, Path key, String keys) throws Exception {
        return "{cert: '%s', key: '%s', ca: '%s'%s}".formatted(cert, key, authority.file(), keys);
    }

    /** @param keys further keys of the target's TLS, each after a comma */
    String targetTls(int port, String keys) throws Exception {
        return "{address: 127.0.0.1:%d, peers: [a], tls: {cert: '%s', key: '%s', ca: '%s'%s}}"
                .formatted(port, dialing.cert(), dialing.key(), authority.file(), keys);
    }

    /** Starts the database that is dialed; it returns what it receives. */
    TlsServer echo(String... protocols) throws Exception {
        return new TlsServer(database(), TlsPairs::echo, protocols);
    }

    /** A database's script: to return what it receives. */
    static void echo(SSLSocket connection) throws IOException {
        connection.getInputStream().transferTo(connection.getOutputStream());
    }

    static SSLSocket connect(SidecarPair pair, SSLContext context, String... protocols) throws IOException {
        Socket plain = new Socket();
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.listenerPort()));
        plain.setSoTimeout((int) LIMIT.toMillis());
        return secure(plain, context, NAME, protocols);
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

    /**
     * Sends bytes and awaits the same ones. Linux reports a reset to one system call only: if that is a write, reads then
     * return the end of the input, which the JDK's TLS takes for a clean one. So a failed write counts first.
     *
     * @throws IOException if the bytes cannot be sent or received
     */
    static void exchange(SSLSocket socket, byte[] bytes) throws IOException {
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        socket.getOutputStream().write(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS);
        byte[] received = socket.getInputStream().readNBytes(bytes.length);
        try {
            writing.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            throw e;
        }
        assertThat(received).isEqualTo(bytes);
    }

    static void assertRefused(SidecarPair pair, SSLContext context, String reason, String detail, String... protocols)
            throws IOException {
        try (SSLSocket socket = connect(pair, context, protocols)) {
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write(1);
                        if (socket.getInputStream().read() < 0) {
                            throw new AssertionError("a clean end");
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
        assertCounted(pair.a(), "b", reason, detail);
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
