package io.narrows.proxy.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Notices a peer that answers a TLS handshake with a greeting in plain text, as a sidecar without TLS refuses what it cannot
 * read. Stands in front of TLS until the first byte of the answer.
 */
final class PlainAnswer extends ChannelInboundHandlerAdapter {
    /** The event that tells the greeter; nothing of the answer is passed on. */
    static final Object EVENT = new Object();

    private static final int GREETING = 'N';

    private boolean plain;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (plain) {
            bytes.release();
        } else if (bytes.getUnsignedByte(bytes.readerIndex()) == GREETING) {
            plain = true;
            bytes.release();
            ctx.fireUserEventTriggered(EVENT);
        } else {
            ctx.pipeline().remove(this);
            ctx.fireChannelRead(message);
        }
    }
}
