package io.narrows.proxy.link;

import io.narrows.proxy.tls.TlsContexts;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Puts TLS in its own place when the first byte of an accepted connection arrives: silent ones take no TLS memory. */
final class TlsAtFirstByte extends ChannelInboundHandlerAdapter {
    private final TlsContexts tls;

    TlsAtFirstByte(TlsContexts tls) {
        this.tls = tls;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        tls.server(ctx.alloc())
                .ifPresentOrElse(
                        handler -> ctx.pipeline().replace(this, "tls", handler),
                        () -> ctx.pipeline().remove(this));
        ctx.fireChannelRead(message);
    }
}
