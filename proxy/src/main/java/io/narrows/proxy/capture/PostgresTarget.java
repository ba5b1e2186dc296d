package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.PostgresAnswer;
import io.narrows.proxy.starttls.PostgresPackets;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks a PostgreSQL target for TLS, and reads its answer. */
final class PostgresTarget extends ChannelInboundHandlerAdapter {
    private final long limitMillis;
    private final Runnable accepted;
    private final Consumer<String> refused;
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    /**
     * @param limitMillis limit for the answer
     * @param accepted called when TLS may begin
     * @param refused called otherwise, with a sentence about the target
     */
    PostgresTarget(long limitMillis, Runnable accepted, Consumer<String> refused) {
        this.limitMillis = limitMillis;
        this.accepted = accepted;
        this.refused = refused;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse("it did not answer SSLRequest within " + limitMillis + " ms"),
                        limitMillis,
                        TimeUnit.MILLISECONDS);
        ctx.writeAndFlush(Unpooled.wrappedBuffer(PostgresPackets.sslRequest()));
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (!done && bytes.isReadable()) {
                PostgresAnswer.check(bytes);
                done = true;
                ctx.channel().config().setAutoRead(false);
                ctx.pipeline().remove(this);
                accepted.run();
            }
        } catch (RefusedStartException e) {
            refuse(String.valueOf(e.getMessage()));
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
        refuse("it closed the connection after SSLRequest");
    }

    private void refuse(String detail) {
        if (!done) {
            done = true;
            refused.accept(detail);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
