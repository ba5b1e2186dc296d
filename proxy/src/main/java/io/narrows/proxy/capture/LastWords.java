package io.narrows.proxy.capture;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;

/** Ends a refused connection. */
final class LastWords {
    private LastWords() {}

    /**
     * Closes a connection after an error in its protocol, or resets it without one.
     *
     * @param error empty for none
     */
    static void close(ChannelHandlerContext ctx, byte[] error) {
        if (error.length == 0) {
            ctx.close(); // by a reset
            return;
        }
        ctx.writeAndFlush(Unpooled.wrappedBuffer(error)).addListener(written -> {
            if (ctx.channel().isOpen()) {
                ctx.channel().config().setOption(ChannelOption.SO_LINGER, -1);
            }
            ctx.close();
        });
    }
}
