package io.narrows.proxy.link.handshake;

import io.narrows.proxy.memory.Charge;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Replaces itself with TLS when the first byte of an accepted connection arrives, unless that byte may start a
 * plain-text greeting. The greeting's memory is reserved at that point, too, so silent connections reserve
 * none.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {
    private final LinkSecurity security;
    private final Charge memory;

    FirstByte(LinkSecurity security, Charge memory) {
        this.security = security;
        this.memory = memory;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (!memory.take()) {
            bytes.release();
            ctx.fireExceptionCaught(new HandshakeLimitException("no memory for another greeting"));
            ctx.pipeline().remove(this);
            return;
        }
        security.server(ctx.alloc(), bytes.getUnsignedByte(bytes.readerIndex()))
                .ifPresentOrElse(
                        handler -> ctx.pipeline().replace(this, "tls", handler),
                        () -> ctx.pipeline().remove(this));
        ctx.fireChannelRead(message);
    }
}
