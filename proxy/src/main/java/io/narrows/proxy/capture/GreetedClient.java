package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.MySqlRequestReader;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;

/**
 * Greets a captured client as the peer's MySQL or MariaDB has greeted the peer, and reads its request for TLS. The bytes after
 * it are passed on: they belong to TLS. Nothing else passes in plain text, in either direction.
 */
final class GreetedClient extends ChannelDuplexHandler {
    /** The events after the greeting. */
    interface Events {
        /**
         * Adds the handlers of TLS behind this one.
         *
         * @param packet the client's request
         */
        void requested(byte[] packet);

        /** Reports a client that does not ask for TLS, whose connection is about to be closed. */
        void refused(RefusedStartException refusal);

        /** Reports bytes for the client before it has asked for TLS; its connection is about to be closed. */
        void overtaken();
    }

    private final byte[] greeting;
    private final Events events;
    private final MySqlRequestReader reader = new MySqlRequestReader();
    private boolean done;

    /** @param greeting the packet */
    GreetedClient(byte[] greeting, Events events) {
        this.greeting = greeting;
        this.events = events;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.wrappedBuffer(greeting));
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            Optional<byte[]> request = done ? Optional.empty() : reader.read(bytes);
            if (request.isPresent()) {
                done = true;
                events.requested(request.get());
                ctx.pipeline().remove(this);
                ctx.fireChannelRead(bytes.retain());
            }
        } catch (RefusedStartException e) {
            done = true;
            events.refused(e);
            LastWords.close(ctx, e.answer());
        } finally {
            bytes.release();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ByteBuf bytes = (ByteBuf) message;
        if (!bytes.isReadable()) {
            ctx.write(bytes, promise);
            return;
        }
        bytes.release();
        promise.setFailure(new ClosedChannelException());
        if (!done) {
            done = true;
            events.overtaken();
            ctx.close(); // by a reset
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.close(); // by a reset: the client has not logged in, and perhaps only checked the port
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }
}
