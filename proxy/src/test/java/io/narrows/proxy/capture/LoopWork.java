package io.narrows.proxy.capture;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;

/**
 * Runs work as the event loop of a channel does, on which other channels may share it: what a close leads to follows after the
 * work, not within it. It is the first handler.
 */
final class LoopWork extends ChannelInboundHandlerAdapter {
    private boolean working;

    private LoopWork() {}

    static void addTo(Channel channel) {
        channel.pipeline().addFirst("loop-work", new LoopWork());
    }

    static void run(EmbeddedChannel channel, Runnable work) {
        if (channel.isOpen()) {
            channel.writeInbound(work);
        } else {
            work.run();
        }
        channel.runPendingTasks();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Runnable work) {
            working = true;
            work.run();
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!working) {
            ctx.fireChannelReadComplete();
        }
        working = false;
    }
}
