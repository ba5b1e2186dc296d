package io.narrows.proxy.link.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Detects a peer without TLS, which answers a TLS handshake with a plain-text greeting. Precedes TLS in the pipeline
 * until the first byte from the peer arrives.
 */
final class PlainAnswer extends ChannelInboundHandlerAdapter {
    /** The event fired for the {@link HandshakeHandler}; the answer itself is discarded. */
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
