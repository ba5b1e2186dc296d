package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import io.narrows.tests.support.Certificates.Identity;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.net.ssl.SSLEngine;

/**
 * Mutual TLS as a client and a server of databases speak it: version 1.3 with one cipher suite, so that all tunnels do the same
 * work. The server uses BoringSSL, which is faster. The client uses the JDK, because BoringSSL cannot be limited to one suite.
 */
final class DatabaseTls {
    private static final String VERSION = "TLSv1.3";
    /** The first choice of BoringSSL on a processor with instructions for AES, so that links use it, too. */
    static final String SUITE = "TLS_AES_128_GCM_SHA256";

    private final SslContext client;
    private final SslContext server;

    /** @param identity of both */
    DatabaseTls(Identity identity) throws IOException {
        this.client = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(VERSION)
                .ciphers(List.of(SUITE))
                .keyManager(identity.cert().toFile(), identity.key().toFile())
                .trustManager(identity.ca().toFile())
                .endpointIdentificationAlgorithm("HTTPS")
                .build();
        this.server = SslContextBuilder.forServer(
                        identity.cert().toFile(), identity.key().toFile())
                .sslProvider(SslProvider.OPENSSL)
                .protocols(VERSION)
                .trustManager(identity.ca().toFile())
                .clientAuth(ClientAuth.REQUIRE)
                .build();
    }

    /** Returns the client's end of a connection, after the handshake. */
    TlsChannel client(SocketChannel socket) throws IOException {
        int port = socket.socket().getPort();
        return open(socket, client.newEngine(UnpooledByteBufAllocator.DEFAULT, Route.SERVER_NAME, port));
    }

    /**
     * Returns the server's end of a connection, after the handshake.
     *
     * @throws IOException if the tunnel has agreed on another suite
     */
    TlsChannel server(SocketChannel socket) throws IOException {
        return open(socket, server.newEngine(UnpooledByteBufAllocator.DEFAULT));
    }

    private static TlsChannel open(SocketChannel socket, SSLEngine engine) throws IOException {
        TlsChannel channel = TlsChannel.open(socket, engine);
        String suite = engine.getSession().getCipherSuite();
        if (!suite.equals(SUITE)) {
            throw new IOException("the tunnel uses " + suite + " (expected: " + SUITE + ")");
        }
        return channel;
    }
}
