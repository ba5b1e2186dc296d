package io.narrows.proxy.tls;

import io.narrows.config.CertificateFiles;
import io.narrows.config.ClientCertificate;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.OriginatedTls;
import io.narrows.config.TerminatedTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * TLS with the databases, which captures end and targets begin, with the active certificate files. Uses the JDK's engine: that
 * of BoringSSL answers a close_notify at once with its own, so an application could not close one direction first. Safe for
 * use by many threads.
 */
public final class DatabaseTls {
    /** Limit for the handshake with a target. Together with dialing it, less than the peer waits for an answer. */
    private static final long TARGET_HANDSHAKE_SECONDS = 4;

    /** The default type, PKCS #12, derives a key in 10,000 rounds whenever a context is made. */
    private static final String KEY_STORE = "JKS";

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    /** The contexts of all captures and targets of one configuration. */
    public static final class Loaded {
        /** The contexts of a configuration without TLS of databases. */
        public static final Loaded NONE = new Loaded();

        private final Map<TerminatedTls, SslContext> captures = new HashMap<>();
        private final Map<TerminatedTls, MintedContexts> mints = new HashMap<>();
        private final Map<OriginatedTls, SslContext> targets = new HashMap<>();
        private final Map<DatabaseCertificate, Instant> ends = new HashMap<>();

        private Loaded() {}

        /** Returns the contexts of one capture and one target. */
        static Loaded of(TerminatedTls terminated, SslContext capture, OriginatedTls originated, SslContext target) {
            Loaded loaded = new Loaded();
            loaded.captures.put(terminated, capture);
            loaded.targets.put(originated, target);
            return loaded;
        }

        private void ends(DatabaseCertificate role, List<X509Certificate> certificates) {
            ends.merge(role, Validity.end(certificates), (one, other) -> one.isBefore(other) ? one : other);
        }
    }

    private final InstantSource clock;
    private volatile Loaded loaded;

    /** @param clock for the validity of minted certificates */
    public DatabaseTls(Loaded first, InstantSource clock) {
        this.loaded = first;
        this.clock = clock;
    }

    public DatabaseTls(Loaded first) {
        this(first, InstantSource.system());
    }

    /**
     * Reads the files of a configuration.
     *
     * @throws NodeCertificateException if a certificate cannot be used at this time
     * @throws IOException if TLS refuses the files for another reason; the message names them
     */
    public static Loaded load(Config config, Instant now) throws IOException {
        Loaded all = new Loaded();
        for (TerminatedTls tls : config.terminatedTls()) {
            if (tls.minted()) {
                all.mints.put(tls, mint(config, tls, all, now));
            } else {
                NodeCertificate own = own(tls.own(), now);
                all.ends(DatabaseCertificate.CAPTURE, own.chain());
                all.captures.put(tls, server(own.key(), own.chain(), tls, trusted(tls, all)));
            }
        }
        for (OriginatedTls tls : config.originatedTls()) {
            all.targets.put(tls, client(tls, all, now));
        }
        return all;
    }

    /** Uses these contexts for new connections from now on. Returns the ones until now. */
    public Loaded adopt(Loaded next) {
        Loaded before = loaded;
        loaded = next;
        return before;
    }

    /** Returns when the first certificate of each role expires; without roles that are not in use. */
    public Map<DatabaseCertificate, Instant> ends() {
        return Map.copyOf(loaded.ends);
    }

    /**
     * Returns the context that ends the TLS of the database that connects to a capture; for one with {@code mint}, once its
     * certificate is made. Fails if the configuration has changed.
     *
     * @param request what the certificate is for, if it is made
     * @param workers make it
     * @throws NotMintedException if there is none for the request
     */
    public CompletableFuture<SslContext> server(TerminatedTls tls, MintRequest request, Executor workers)
            throws NotMintedException {
        Loaded active = loaded;
        SslContext configured = active.captures.get(tls);
        if (configured != null) {
            return CompletableFuture.completedFuture(configured);
        }
        MintedContexts minted = active.mints.get(tls);
        if (minted == null) {
            return CompletableFuture.failedFuture(
                    new IOException("the capture's tls was removed from the configuration"));
        }
        Instant now = clock.instant();
        MintingAuthority authority = minted.authority();
        if (!now.isBefore(authority.end())) {
            throw new NotMintedException("the authority " + authority.file() + " expired at " + authority.end()
                    + ", so it signs no certificate (replace it)");
        }
        return minted.get(request.names(authority), now, workers);
    }

    /**
     * Returns the handler that ends the TLS of a connection.
     *
     * @param protocol the application protocol that the other database has chosen; empty for none
     */
    public static SslHandler handler(SslContext server, ByteBufAllocator allocator, String protocol) {
        SslHandler handler = HeapRecords.collectedBy(server.newHandler(allocator));
        SSLParameters parameters = handler.engine().getSSLParameters();
        parameters.setApplicationProtocols(protocol.isEmpty() ? new String[0] : new String[] {protocol});
        handler.engine().setSSLParameters(parameters);
        return handler;
    }

    /**
     * Returns the handler that begins TLS with a target; empty if the configuration has changed.
     *
     * @param address of the target
     * @param hello what the peer's database has asked for
     */
    public Optional<SslHandler> client(
            OriginatedTls tls, ByteBufAllocator allocator, HostPort address, ClientHello hello) {
        return Optional.ofNullable(loaded.targets.get(tls)).map(context -> {
            SslHandler handler = HeapRecords.collectedBy(
                    context.newHandler(allocator, expectedName(tls, address, hello), address.port()));
            handler.setHandshakeTimeout(TARGET_HANDSHAKE_SECONDS, TimeUnit.SECONDS);
            SSLParameters parameters = handler.engine().getSSLParameters();
            parameters.setServerNames(tls.serverName().or(hello::serverName).stream()
                    .flatMap(name -> sni(name).stream())
                    .toList());
            parameters.setApplicationProtocols(hello.protocols().toArray(String[]::new));
            handler.engine().setSSLParameters(parameters);
            return handler;
        });
    }

    /** Returns the name or address that a target's certificate must have. */
    public static String expectedName(OriginatedTls tls, HostPort address, ClientHello hello) {
        return tls.serverName().or(hello::serverName).orElse(address.host());
    }

    /** Returns the name in the form of a ClientHello, which has none for addresses. */
    private static Optional<SNIServerName> sni(String name) {
        if (IpAddress.parse(name).isPresent()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SNIHostName(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static MintedContexts mint(Config config, TerminatedTls tls, Loaded all, Instant now) throws IOException {
        MintingAuthority authority = MintingAuthority.read(tls.own(), now);
        List<CertificateFault> faults = MintedPeers.faults(config, tls, authority);
        if (!faults.isEmpty()) {
            throw new NodeCertificateException(faults);
        }
        all.ends(DatabaseCertificate.CAPTURE_MINT, authority.chain());
        List<X509Certificate> trusted = trusted(tls, all);
        return new MintedContexts(authority, leaf -> server(leaf.key(), leaf.chain(), tls, trusted));
    }

    private static List<X509Certificate> trusted(TerminatedTls tls, Loaded all) throws IOException {
        if (tls.ca().isEmpty()) {
            return List.of();
        }
        List<X509Certificate> trusted = PemFile.certificates(tls.ca().get());
        all.ends(DatabaseCertificate.CAPTURE_AUTHORITY, trusted);
        return trusted;
    }

    /** @param trusted the authorities of clients; empty if they need not show a certificate */
    static SslContext server(
            PrivateKey key, List<X509Certificate> chain, TerminatedTls tls, List<X509Certificate> trusted)
            throws IOException {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                    .sslProvider(SslProvider.JDK)
                    .keyStoreType(KEY_STORE)
                    .protocols(VERSIONS);
            if (!trusted.isEmpty()) {
                builder.trustManager(trusted);
            }
            return builder.clientAuth(tls.client() == ClientCertificate.REQUIRED ? ClientAuth.REQUIRE : ClientAuth.NONE)
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable(tls.files(), e);
        }
    }

    private static SslContext client(OriginatedTls tls, Loaded all, Instant now) throws IOException {
        List<X509Certificate> trusted = PemFile.certificates(tls.ca());
        all.ends(DatabaseCertificate.TARGET_AUTHORITY, trusted);
        if (tls.own().isEmpty()) {
            return client(tls, Optional.empty(), List.of(), trusted);
        }
        NodeCertificate own = own(tls.own().get(), now);
        all.ends(DatabaseCertificate.TARGET, own.chain());
        return client(tls, Optional.of(own.key()), own.chain(), trusted);
    }

    /**
     * @param key of the certificate to show; empty for none
     * @param chain the certificate and its issuers
     * @param trusted the authorities of the target
     */
    static SslContext client(
            OriginatedTls tls, Optional<PrivateKey> key, List<X509Certificate> chain, List<X509Certificate> trusted)
            throws IOException {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .keyStoreType(KEY_STORE)
                    .protocols(VERSIONS)
                    .trustManager(trusted)
                    .endpointIdentificationAlgorithm("HTTPS");
            if (key.isPresent()) {
                builder.keyManager(key.get(), chain);
            }
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable(tls.files(), e);
        }
    }

    private static NodeCertificate own(CertificateFiles files, Instant now) throws NodeCertificateException {
        NodeCertificate own = NodeCertificate.read(files.cert(), files.key());
        List<CertificateFault> faults = own.faultsOfServer(now);
        if (!faults.isEmpty()) {
            throw new NodeCertificateException(faults);
        }
        return own;
    }

    private static IOException unusable(List<Path> files, Exception cause) {
        return new IOException("cannot use the TLS files " + files + ": " + cause.getMessage(), cause);
    }
}
