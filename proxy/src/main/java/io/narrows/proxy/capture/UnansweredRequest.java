package io.narrows.proxy.capture;

import io.narrows.proxy.starttls.PostgresStart;
import io.narrows.proxy.starttls.RefusedStartException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Guards a captured connection from PostgreSQL's SSLRequest to its answer, while the peer's database is being reached. A client
 * waits for the answer, so bytes that arrive meanwhile reset the connection.
 */
final class UnansweredRequest extends ChannelInboundHandlerAdapter {
    static final String NAME = "unanswered-request";

    private final RefusedStarts refusals;

    UnansweredRequest(RefusedStarts refusals) {
        this.refusals = refusals;
    }

    /** Ends the guard, if there is one: the answer comes next. */
    static void answered(Channel captured) {
        if (captured.pipeline().get(NAME) != null) {
            captured.pipeline().remove(NAME);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (ctx.channel().isOpen()) {
            ctx.channel().config().setAutoRead(true); // so that early bytes are noticed
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        RefusedStartException refused = PostgresStart.injected(bytes.readableBytes(), "SSLRequest");
        bytes.release();
        if (ctx.channel().isOpen()) {
            refusals.report(ctx.channel(), refused.failure(), String.valueOf(refused.getMessage()));
            ctx.close(); // by a reset
        }
    }
}
