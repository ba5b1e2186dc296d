package io.narrows.proxy.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Replaces itself with TLS when the first byte of an accepted connection arrives, unless that byte may start a plain-text greeting.
 * Silent connections therefore take no TLS memory.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {
    private final LinkSecurity security;

    FirstByte(LinkSecurity security) {
        this.security = security;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        security.server(ctx.alloc(), bytes.getUnsignedByte(bytes.readerIndex()))
                .ifPresentOrElse(
                        handler -> ctx.pipeline().replace(this, "tls", handler),
                        () -> ctx.pipeline().remove(this));
        ctx.fireChannelRead(message);
    }
}
