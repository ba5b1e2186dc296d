package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a target whose TLS begins after an exchange in plain text, until it begins. A target that says nothing within
 * the limit, ends the connection or says anything unexpected is refused, once.
 */
abstract class StartTlsTarget extends ChannelDuplexHandler {
    private final long limitMillis;
    private final Consumer<String> refused;
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    /**
     * @param limitMillis limit for what the target says first
     * @param refused called at most once, with a sentence about the target
     */
    StartTlsTarget(long limitMillis, Consumer<String> refused) {
        this.limitMillis = limitMillis;
        this.refused = refused;
    }

    /** Takes the target's bytes, of which there is at least one. */
    abstract void read(ChannelHandlerContext ctx, ByteBuf bytes) throws RefusedStartException;

    /** Returns a sentence about a target that has said nothing for so long. */
    abstract String late(long limitMillis);

    /** Returns a sentence about a target that has now ended the connection. */
    abstract String ended();

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor().schedule(() -> refuse(late(limitMillis)), limitMillis, TimeUnit.MILLISECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (!done && bytes.isReadable()) {
                read(ctx, bytes);
            }
        } catch (RefusedStartException e) {
            refuse(String.valueOf(e.getMessage()));
        } finally {
            bytes.release();
        }
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            refuse(ended());
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        refuse(ended());
        ctx.fireChannelInactive();
    }

    final void refuse(String detail) {
        if (!done) {
            finish();
            refused.accept(detail);
        }
    }

    /** Ignores the target from now on: TLS is about to begin, or never will. */
    final void finish() {
        done = true;
    }

    /** Waits without a limit from now on. */
    final void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    @Override
    public final void handlerRemoved(ChannelHandlerContext ctx) {
        cancelTimeout();
    }
}
