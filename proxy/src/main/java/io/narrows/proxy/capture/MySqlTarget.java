package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.MySqlGreetingReader;
import io.narrows.proxy.starttls.MySqlRequestReader;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Turns the connection to a MySQL or MariaDB target to TLS, in between the target and its tunnel:
 *
 * <pre>
 *  target                              tunnel
 *    greeting     ------------------->   event, for OPENED
 *    SSLRequest   <-------------------   the first bytes of the peer's client
 *    ClientHello  <--- TLS, which takes over
 * </pre>
 *
 * <p>Nothing else passes in plain text, in either direction.
 */
final class MySqlTarget extends ChannelDuplexHandler {
    /** The steps of the connection. */
    interface Events {
        /** @param greeting the target's packet */
        void greeted(byte[] greeting);

        /** Reports that SSLRequest was sent; adds the handlers of TLS. */
        void tlsBegins();

        /** @param detail a sentence about the target or, after its greeting, about the connection */
        void refused(String detail);
    }

    private final long limitMillis;
    private final Events events;
    private final MySqlGreetingReader greeting = new MySqlGreetingReader();
    private final MySqlRequestReader request = new MySqlRequestReader();
    private boolean greeted;
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    /** @param limitMillis limit for the greeting */
    MySqlTarget(long limitMillis, Events events) {
        this.limitMillis = limitMillis;
        this.events = events;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse("it did not greet within " + limitMillis + " ms"),
                        limitMillis,
                        TimeUnit.MILLISECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (done || !bytes.isReadable()) {
                return;
            }
            if (greeted) {
                refuse("it sent " + bytes.readableBytes() + " bytes in plain text between its greeting and TLS");
                return;
            }
            Optional<byte[]> packet = greeting.read(bytes);
            if (packet.isPresent()) {
                greeted = true;
                cancelTimeout();
                events.greeted(packet.get());
            }
        } catch (RefusedStartException e) {
            refuse(String.valueOf(e.getMessage()));
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
        try {
            Optional<byte[]> packet = request.read(bytes);
            if (packet.isPresent()) {
                done = true;
                ctx.writeAndFlush(Unpooled.wrappedBuffer(packet.get()));
                ctx.pipeline().remove(this); // before TLS, whose bytes it would take for the client's
                events.tlsBegins();
                ctx.channel().write(bytes.retain(), promise);
            } else {
                promise.setSuccess();
            }
        } catch (RefusedStartException e) {
            promise.setFailure(e);
            refuse("the peer's sidecar sent " + e.getMessage());
        } finally {
            bytes.release();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            closed();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed();
        ctx.fireChannelInactive();
    }

    private void closed() {
        refuse("it closed the connection " + (greeted ? "before TLS" : "before its greeting"));
    }

    private void refuse(String detail) {
        if (!done) {
            done = true;
            events.refused(detail);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancelTimeout();
    }

    private void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
