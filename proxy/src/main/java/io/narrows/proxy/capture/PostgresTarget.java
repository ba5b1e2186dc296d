package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.PostgresAnswer;
import io.narrows.proxy.starttls.PostgresPackets;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;

/** Asks a PostgreSQL target for TLS, and reads its answer. */
final class PostgresTarget extends StartTlsTarget {
    private final Runnable accepted;

    /**
     * @param limitMillis limit for the answer
     * @param accepted called when TLS may begin
     * @param refused called otherwise, with a sentence about the target
     */
    PostgresTarget(long limitMillis, Runnable accepted, Consumer<String> refused) {
        super(limitMillis, refused);
        this.accepted = accepted;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.wrappedBuffer(PostgresPackets.sslRequest()));
        super.handlerAdded(ctx);
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) throws RefusedStartException {
        PostgresAnswer.check(bytes);
        finish();
        ctx.channel().config().setAutoRead(false);
        ctx.pipeline().remove(this);
        accepted.run();
    }

    @Override
    String late(long limitMillis) {
        return "it did not answer SSLRequest within " + limitMillis + " ms";
    }

    @Override
    String ended() {
        return "it closed the connection after SSLRequest";
    }
}
