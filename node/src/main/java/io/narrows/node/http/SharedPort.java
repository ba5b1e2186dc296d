package io.narrows.node.http;

import io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.InternalProtocolNegotiator;
import io.grpc.netty.InternalProtocolNegotiators;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Lets gRPC's server share its port with pages over HTTP/1.1. Negotiation is the only hook in gRPC where a connection is
 * visible before its first bytes are parsed as HTTP/2, and gRPC considers that API internal. The alternative, a proxy in
 * front, would copy all bytes once more.
 *
 * <p>Under TLS a client that offers {@code http/1.1}, like curl, browsers and Prometheus, gets HTTP/1.1: gRPC clients
 * offer only {@code h2}, and gRPC's server cannot serve pages over HTTP/2.
 */
public final class SharedPort implements InternalProtocolNegotiator.ProtocolNegotiator {
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");

    private final InternalProtocolNegotiator.ProtocolNegotiator grpc = InternalProtocolNegotiators.serverPlaintext();
    private final Optional<Supplier<SslContext>> tls;
    private final Pages pages;

    /** @param tls returns the server context for a new connection; empty for plaintext connections */
    public SharedPort(Optional<Supplier<SslContext>> tls, Pages pages) {
        this.tls = tls;
        this.pages = pages;
    }

    @Override
    public AsciiString scheme() {
        return tls.isPresent() ? HTTPS : HTTP;
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler connection) {
        ProtocolDetector detector = new ProtocolDetector(grpc.newHandler(connection), pages);
        return tls.<ChannelHandler>map(context -> new BehindTls(context.get(), detector))
                .orElse(detector);
    }

    @Override
    public void close() {
        grpc.close();
    }

    /** Inserts TLS before the detector once gRPC has built the pipeline. */
    private static final class BehindTls extends ChannelInboundHandlerAdapter {
        private final SslContext context;
        private final ProtocolDetector detector;

        BehindTls(SslContext context, ProtocolDetector detector) {
            this.context = context;
            this.detector = detector;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            SSLEngine engine = context.newEngine(ctx.alloc());
            engine.setHandshakeApplicationProtocolSelector((asking, offered) -> chosen(offered));
            ctx.pipeline().addBefore(ctx.name(), null, new SslHandler(engine));
            ctx.pipeline().replace(this, null, detector);
        }

        /** Selects the ALPN protocol: null refuses the handshake, the empty string means no protocol. */
        private static @Nullable String chosen(List<String> offered) {
            if (offered.contains(ApplicationProtocolNames.HTTP_1_1)) {
                return ApplicationProtocolNames.HTTP_1_1;
            }
            return offered.contains(ApplicationProtocolNames.HTTP_2) ? ApplicationProtocolNames.HTTP_2 : null;
        }
    }
}
