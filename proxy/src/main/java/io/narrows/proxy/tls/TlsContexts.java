package io.narrows.proxy.tls;

import io.narrows.config.CertificatePattern;
import io.narrows.config.PeerId;
import io.narrows.config.TlsFiles;
import io.narrows.config.TlsMode;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS for links, with the active certificate files. The identity of the other end is checked against its HELLO,
 * not against the dialed name. Safe for use by many threads.
 */
public final class TlsContexts {
    /** The contexts of one set of files, ready for use; empty without TLS. */
    public static final class Loaded {
        private final @Nullable Pair pair;

        private Loaded(@Nullable Pair pair) {
            this.pair = pair;
        }
    }

    private record Pair(SslContext client, SslContext server, Validity validity, TlsMode mode) {}

    private volatile @Nullable Pair contexts;

    public TlsContexts(Loaded first) {
        adopt(first);
    }

    /**
     * Reads the files and checks that peers will accept the certificate as this node's at this time.
     *
     * @throws NodeCertificateException if they would not; it lists each file and its faults
     * @throws IOException if TLS refuses the files for another reason; the message names them
     */
    public static Loaded load(Optional<TlsFiles> files, PeerId nodeId, Instant now) throws IOException {
        return load(files, nodeId, List.of(), true, now);
    }

    /**
     * Reads the files like {@link #load(Optional, PeerId, Instant)}, for peers that also accept other names.
     *
     * @param allowed names of which peers that find this node allow one
     * @param listed whether there are other peers, which allow its id
     */
    public static Loaded load(
            Optional<TlsFiles> files, PeerId nodeId, List<CertificatePattern> allowed, boolean listed, Instant now)
            throws IOException {
        return new Loaded(files.isPresent() ? load(files.get(), nodeId, allowed, listed, now) : null);
    }

    /** Uses these contexts for new connections from now on. */
    public void adopt(Loaded loaded) {
        contexts = loaded.pair;
    }

    /** Returns the handler for a connection that this side dials; empty without TLS. */
    public Optional<SslHandler> client(ByteBufAllocator allocator) {
        return Optional.ofNullable(contexts).map(pair -> pair.client().newHandler(allocator));
    }

    /** Returns the handler for an accepted connection; empty without TLS. */
    public Optional<SslHandler> server(ByteBufAllocator allocator) {
        return Optional.ofNullable(contexts).map(pair -> pair.server().newHandler(allocator));
    }

    /** Returns the mode; empty without certificates, when no link is encrypted. */
    public Optional<TlsMode> mode() {
        return Optional.ofNullable(contexts).map(Pair::mode);
    }

    /** Returns the expiry of the active certificates; empty without TLS. */
    public Optional<Validity> validity() {
        return Optional.ofNullable(contexts).map(Pair::validity);
    }

    private static Pair load(
            TlsFiles files, PeerId nodeId, List<CertificatePattern> allowed, boolean listed, Instant now)
            throws IOException {
        NodeCertificate node = NodeCertificate.read(files.cert(), files.key());
        List<X509Certificate> authorities = PemFile.certificates(files.ca());
        List<CertificateFault> faults = node.faultsOfLinks(nodeId, allowed, listed, now);
        if (!faults.isEmpty()) {
            throw new NodeCertificateException(faults);
        }
        X509Certificate[] chain = node.chain().toArray(X509Certificate[]::new);
        X509Certificate[] trusted = authorities.toArray(X509Certificate[]::new);
        SslProvider provider = provider();
        try {
            SslContext client = SslContextBuilder.forClient()
                    .sslProvider(provider)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .keyManager(node.key(), chain)
                    .trustManager(trusted)
                    .endpointIdentificationAlgorithm(null)
                    .build();
            SslContext server = SslContextBuilder.forServer(node.key(), chain)
                    .sslProvider(provider)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .trustManager(trusted)
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
            return new Pair(client, server, Validity.of(node.chain(), authorities), files.mode());
        } catch (SSLException | IllegalArgumentException e) {
            throw new IOException(
                    "cannot use the TLS files cert=" + files.cert() + " key=" + files.key() + " ca=" + files.ca() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns BoringSSL if its library is available: it takes less processor time for each record than the JDK, and
     * saves 16 bytes, because the JDK pads every TLS 1.3 record.
     */
    private static SslProvider provider() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }
}
