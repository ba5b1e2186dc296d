package io.narrows.proxy.capture;

import io.narrows.proxy.support.TestAuthority;
import io.narrows.proxy.support.TestAuthority.Issued;
import io.narrows.proxy.support.TestAuthority.Keys;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * The certificates of two databases and of the sidecars between them, and TLS of the databases. Safe for use by many threads.
 *
 * <p>The keys are those of RSA, whose signatures take the JDK a fraction of the time of others. Exchanges without interference have
 * contexts of their own, since a failure makes a context forget a session: theirs are of TLS 1.2, whose resumption needs no keys.
 */
final class HandshakeCertificates {
    static final String NAME = "b.example";

    private static final String TLS_1_2 = "TLSv1.2";
    private static final List<String> VERSIONS = List.of(TLS_1_2, "TLSv1.3");
    private static final List<List<String>> PROTOCOLS = List.of(List.of(), List.of("h2"), List.of("h2", "http/1.1"));

    private final Issued capture;
    private final Issued target;
    private final Path authority;
    private final List<SslContext> clients = new ArrayList<>();
    private final List<SslContext> servers = new ArrayList<>();
    private final SslContext undisturbedClient;
    private final SslContext undisturbedServer;
    private final AtomicInteger places = new AtomicInteger();

    /** @param folder of the files */
    HandshakeCertificates(Path folder) throws Exception {
        TestAuthority issuer = new TestAuthority("authority", folder, Keys.RSA);
        Issued dialing = issuer.issue("a.example");
        Issued answering = issuer.issue(NAME);
        capture = issuer.issue(NAME);
        target = issuer.issue("sidecar.example");
        authority = issuer.file();
        X509Certificate trusted = issuer.certificate();
        for (String version : VERSIONS) {
            clients.add(client(dialing, trusted, version));
            servers.add(server(answering, trusted, version));
        }
        undisturbedClient = client(dialing, trusted, TLS_1_2);
        undisturbedServer = server(answering, trusted, TLS_1_2);
    }

    private static SslContext client(Issued own, X509Certificate trusted, String version) throws SSLException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .keyManager(own.privateKey(), own.certificate())
                .trustManager(trusted)
                .protocols(version)
                .build();
    }

    private static SslContext server(Issued own, X509Certificate trusted, String version) throws SSLException {
        return SslContextBuilder.forServer(own.privateKey(), own.certificate())
                .sslProvider(SslProvider.JDK)
                .trustManager(trusted)
                .clientAuth(ClientAuth.REQUIRE)
                .protocols(version)
                .build();
    }

    /** Returns the YAML of a capture's TLS, without its braces. */
    String ofCapture() {
        return "cert: '%s', key: '%s', ca: '%s', plaintext: true".formatted(capture.cert(), capture.key(), authority);
    }

    /** Returns the YAML of a target's TLS, without its braces. */
    String ofTarget() {
        return "cert: '%s', key: '%s', ca: '%s', plaintext: true, server-name: %s"
                .formatted(target.cert(), target.key(), authority, NAME);
    }

    /** Returns a new place, whose sessions no other can resume. */
    int newPlace() {
        return places.incrementAndGet();
    }

    /** Returns TLS of a database that dials; it resumes an earlier session at this place, or not. */
    SslHandler client(int place, RandomGenerator random) {
        SslContext context = clients.get(random.nextInt(clients.size()));
        return client(context, random.nextInt(4) == 0 ? -1 : place, random); // no session is found for -1
    }

    /** Returns TLS of a database that dials, for an exchange without interference. */
    SslHandler undisturbedClient(int place, RandomGenerator random) {
        return client(undisturbedClient, place, random);
    }

    private static SslHandler client(SslContext context, int place, RandomGenerator random) {
        return offering(
                context.newHandler(UnpooledByteBufAllocator.DEFAULT, NAME, place),
                PROTOCOLS.get(random.nextInt(PROTOCOLS.size())));
    }

    /** Returns TLS of a database that answers. */
    SslHandler server(RandomGenerator random) {
        return server(servers.get(random.nextInt(servers.size())));
    }

    /** Returns TLS of a database that answers, for an exchange without interference. */
    SslHandler undisturbedServer() {
        return server(undisturbedServer);
    }

    private static SslHandler server(SslContext context) {
        return offering(context.newHandler(UnpooledByteBufAllocator.DEFAULT), List.of("h2", "http/1.1", "postgresql"));
    }

    private static SslHandler offering(SslHandler handler, List<String> protocols) {
        SSLParameters parameters = handler.engine().getSSLParameters();
        parameters.setApplicationProtocols(protocols.toArray(String[]::new));
        handler.engine().setSSLParameters(parameters);
        return handler;
    }
}
