package io.narrows.proxy.capture;

import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Joins the plain text of the TLS records that one pass of the event loop delivers, up to the size of a read without TLS. A
 * record has at most 16 KiB, and each piece that a link sends becomes a frame of its own, which compresses worse.
 */
final class JoinedRecords extends ChannelInboundHandlerAdapter {
    private @Nullable ByteBuf joined;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf record = (ByteBuf) message;
        if (joined != null && joined.readableBytes() + record.readableBytes() > Transport.READ_SIZE) {
            pass(ctx);
        }
        joined = joined == null ? record : append(ctx, joined, record);
    }

    private static ByteBuf append(ChannelHandlerContext ctx, ByteBuf first, ByteBuf next) {
        ByteBuf all = first;
        if (first.writableBytes() < next.readableBytes()) {
            all = ctx.alloc().directBuffer(Transport.READ_SIZE).writeBytes(first);
            first.release();
        }
        all.writeBytes(next);
        next.release();
        return all;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        pass(ctx);
        ctx.fireChannelReadComplete();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        pass(ctx);
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        pass(ctx);
        ctx.fireExceptionCaught(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        pass(ctx);
        ctx.fireChannelInactive();
    }

    private void pass(ChannelHandlerContext ctx) {
        ByteBuf whole = joined;
        joined = null;
        if (whole != null) {
            ctx.fireChannelRead(whole);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (joined != null) {
            joined.release();
            joined = null;
        }
    }
}
