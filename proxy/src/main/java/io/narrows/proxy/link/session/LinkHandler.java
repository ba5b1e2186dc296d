package io.narrows.proxy.link.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/** Forwards the events of a channel to its link. */
public final class LinkHandler extends ChannelInboundHandlerAdapter {
    private final Link link;

    public LinkHandler(Link link) {
        this.link = link;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        link.received((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        link.readComplete();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            link.inputEnded();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        link.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        link.inputEnded();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        link.failed(cause);
    }
}
