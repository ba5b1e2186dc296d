package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.TlsPairs.assertCounted;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.support.PlainServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.testkit.Openssl.Authority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** Pairs of sidecars between databases that begin in plain text, with their certificates. */
final class StartTlsPairs {
    private final String protocol;
    private final TlsPairs pairs;

    /**
     * @param protocol the key in the configuration
     * @param folder of the certificates
     */
    StartTlsPairs(String protocol, Path folder) throws Exception {
        this.protocol = protocol;
        this.pairs = new TlsPairs(folder);
    }

    /** Returns two sidecars that are not started yet. */
    SidecarPair pair(Path folder, int targetPort) throws Exception {
        return pair(folder, targetPort, ", server-name: " + TlsPairs.NAME);
    }

    /** Returns two sidecars, of which the first mints the certificates that its database sees. */
    SidecarPair minting(Path folder, int targetPort, Authority mint) throws Exception {
        return pair(folder, targetPort)
                .endingTls("{mint: {cert: '%s', key: '%s'}, ca: '%s', starttls: %s}"
                        .formatted(mint.cert(), mint.key(), pairs.authority().file(), protocol));
    }

    /** @param keysOfTarget further keys in the target's TLS */
    SidecarPair pair(Path folder, int targetPort, String keysOfTarget) throws Exception {
        return pairs.pair(folder, targetPort, keysOfTarget).endingTls(pairs.captureTls(", starttls: " + protocol));
    }

    /** Returns the database's context. */
    SSLContext database() throws Exception {
        return pairs.database();
    }

    /** Returns the context of the database that dials, if it trusts only another authority. */
    SSLContext applicationTrusting(X509Certificate other) throws Exception {
        return TestAuthority.trusting(other, pairs.applicationCertificate());
    }

    Issued databaseCertificate() {
        return pairs.databaseCertificate();
    }

    Issued sharedCertificate() {
        return pairs.sharedCertificate();
    }

    Issued dialingCertificate() {
        return pairs.dialingCertificate();
    }

    /** Serves a connection in TLS until its end, and completes the future with its socket. */
    @FunctionalInterface
    interface Echo {
        void serve(Socket connection, CompletableFuture<SSLSocket> accepted) throws Exception;
    }

    /** Begins TLS on a plain connection as a protocol does, before the handshake. */
    @FunctionalInterface
    interface Beginning {
        SSLSocket secure(Socket plain) throws Exception;
    }

    /**
     * Checks that bytes arrive unchanged in both directions, and that each database sees the certificate that is meant for it.
     *
     * @return the session of the database that dials
     */
    SSLSession assertCarried(Path folder, Echo server, Beginning client) throws Exception {
        CompletableFuture<SSLSocket> accepted = new CompletableFuture<>();
        try (PlainServer target = new PlainServer(connection -> server.serve(connection, accepted));
                SidecarPair pair = pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            SSLSocket socket = client.secure(plain);

            exchange(socket, halfCompressible(100_000, 1));

            assertThat(socket.getSession().getPeerCertificates()[0])
                    .isEqualTo(sharedCertificate().certificate());
            assertThat(accepted.join().getSession().getPeerCertificates()[0])
                    .isEqualTo(dialingCertificate().certificate());
            return socket.getSession();
        }
    }

    /**
     * Checks that a target that begins with these bytes is refused: the connection is reset, and both sides count the failure.
     *
     * @param detail a part of the line that both log
     */
    void assertTargetRefused(Path folder, byte[] beginning, String detail) throws Exception {
        try (PlainServer target = new PlainServer(
                        connection -> connection.getOutputStream().write(beginning));
                SidecarPair pair = pair(folder, target.port()).start();
                Socket plain = connect(pair)) {
            assertReset(plain);

            assertCounted(pair.b(), "a", "database-tls", detail);
            assertCounted(pair.a(), "b", "database-tls", detail);
        }
    }

    static Socket connect(SidecarPair pair) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort());
        socket.setSoTimeout((int) TlsPairs.LIMIT.toMillis());
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Begins TLS as the database that dials. */
    SSLSocket secure(Socket plain, String... protocols) throws Exception {
        return TlsPairs.secure(plain, pairs.application(), TlsPairs.NAME, protocols);
    }

    /** Writes byte by byte, each in a segment of its own if the network allows. */
    static void drip(Socket socket, byte[] bytes) throws IOException {
        for (byte next : bytes) {
            socket.getOutputStream().write(next);
            socket.getOutputStream().flush();
        }
    }

    /** Sends bytes and awaits the same ones. */
    static void exchange(SSLSocket socket, byte[] sent) throws IOException {
        TlsPairs.exchange(socket, sent);
    }

    /** Checks that the other end resets the connection without another byte, before the socket's time limit. */
    static void assertReset(Socket socket) {
        assertThatThrownBy(() -> {
                    int next = socket.getInputStream().read();
                    throw new AssertionError(next < 0 ? "a clean end" : "a byte: " + next);
                })
                .isInstanceOf(SocketException.class);
    }

    /** Checks like {@link #assertReset} that a connection is reset, though perhaps after more bytes, such as an alert. */
    static void assertResetBehindBytes(Socket socket) {
        assertThatThrownBy(() -> {
                    while (socket.getInputStream().read() >= 0) {}
                    throw new AssertionError("a clean end");
                })
                .isInstanceOf(SocketException.class);
    }
}
