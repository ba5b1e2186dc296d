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
import javax.net.ssl.SSLEngine;

/**
 * Has gRPC's server share its port with pages over HTTP/1.1. Negotiation is the only place where gRPC lets others see a connection
 * before its first bytes are taken for HTTP/2, and gRPC calls that API internal; a front of our own would copy all bytes once more.
 *
 * <p>Under TLS a client that offers {@code http/1.1} gets it, as curl, browsers and Prometheus do: gRPC's clients offer {@code h2}
 * alone, and gRPC's server has no pages over HTTP/2.
 */
public final class SharedPort implements InternalProtocolNegotiator.ProtocolNegotiator {
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");

    private final InternalProtocolNegotiator.ProtocolNegotiator grpc = InternalProtocolNegotiators.serverPlaintext();
    private final Optional<SslContext> tls;
    private final Pages pages;

    /** @param tls of a server; empty for connections in the clear */
    public SharedPort(Optional<SslContext> tls, Pages pages) {
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
        return tls.<ChannelHandler>map(context -> new BehindTls(context, detector))
                .orElse(detector);
    }

    @Override
    public void close() {
        grpc.close();
    }

    /** Puts TLS in front of a detector once gRPC has made the pipeline. */
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

        /** Null refuses the handshake, the empty text is no protocol. */
        private static String chosen(List<String> offered) {
            if (offered.contains(ApplicationProtocolNames.HTTP_1_1)) {
                return ApplicationProtocolNames.HTTP_1_1;
            }
            return offered.contains(ApplicationProtocolNames.HTTP_2) ? ApplicationProtocolNames.HTTP_2 : null;
        }
    }
}
