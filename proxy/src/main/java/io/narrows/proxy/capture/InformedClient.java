package io.narrows.proxy.capture;

import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.starttls.NatsClientStart;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a captured client or leaf node the INFO of the peer's NATS server, and waits for the first byte of its TLS. That byte and
 * those after it are passed on. The tunnel must not send anything before TLS begins.
 */
final class InformedClient extends ChannelInboundHandlerAdapter {
    private static final long TIMEOUT_SECONDS = 10;

    /** The end of the wait. */
    interface Events {
        /** Adds the handlers of TLS behind this one. */
        void begins();

        /** Reports a client that does not begin TLS, whose connection is about to be closed. */
        void refused(Failure failure, String detail);
    }

    private final byte[] info;
    private final Events events;
    private final NatsClientStart reader = new NatsClientStart();
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    /** @param info the line */
    InformedClient(byte[] info, Events events) {
        this.info = info;
        this.events = events;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse(
                                ctx,
                                Failure.CLIENT_HELLO,
                                "no ClientHello within " + TIMEOUT_SECONDS + " s after INFO",
                                new byte[0]),
                        TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.writeAndFlush(Unpooled.wrappedBuffer(info));
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (!done && reader.read(bytes)) {
                done = true;
                events.begins();
                ctx.pipeline().remove(this);
                ctx.fireChannelRead(bytes.retain());
            }
        } catch (RefusedStartException e) {
            refuse(ctx, e.failure(), String.valueOf(e.getMessage()), e.answer());
        } finally {
            bytes.release();
        }
    }

    private void refuse(ChannelHandlerContext ctx, Failure failure, String detail, byte[] answer) {
        if (!done) {
            done = true;
            events.refused(failure, detail);
            LastWords.close(ctx, answer);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.close(); // by a reset: the client has sent nothing, and perhaps only checked the port
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
