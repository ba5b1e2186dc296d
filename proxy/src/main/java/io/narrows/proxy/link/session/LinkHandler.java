package io.narrows.proxy.link.session;

import io.narrows.config.PeerId;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.BrokenConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last handler of a link's channel, which passes its events to the parts of the link. */
public final class LinkHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(LinkHandler.class);

    private final PeerId peer;
    private final InboundFrames inbound;
    private final ConnectionEvents events;
    private final LinkCloser closer;

    LinkHandler(PeerId peer, InboundFrames inbound, ConnectionEvents events, LinkCloser closer) {
        this.peer = peer;
        this.inbound = inbound;
        this.events = events;
        this.closer = closer;
    }

    /** Reads bytes that came before this handler was in the pipeline, and takes ownership of them. */
    public void received(ByteBuf bytes) {
        inbound.received(bytes);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        inbound.received((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        inbound.readComplete();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inbound.inputEnded();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        events.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        inbound.inputEnded();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (BrokenConnection.isToldBy(cause)) {
            LOG.atDebug().addKeyValue("peer", peer).setCause(cause).log("link connection failed");
            closer.lost();
        } else {
            closer.fail(Failure.INTERNAL, cause);
        }
    }
}
