package io.narrows.node.http;

import io.grpc.netty.ProtocolNegotiationEvent;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the protocol of a connection by its first bytes, gRPC after the HTTP/2 preface and HTTP/1.1 otherwise, and then
 * removes itself from the pipeline. gRPC closes a connection that sends nothing within its handshake timeout.
 */
final class ProtocolDetector extends ByteToMessageDecoder {
    /** Start of the HTTP/2 preface; no HTTP/1.1 method starts like it. */
    private static final byte[] PREFACE = "PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII);

    private static final int MAX_REQUEST_BYTES = 64 << 10;

    private final ChannelHandler grpc;
    private final Pages pages;
    private @Nullable ProtocolNegotiationEvent begun;

    ProtocolDetector(ChannelHandler grpc, Pages pages) {
        this.grpc = grpc;
        this.pages = pages;
    }

    /** Keeps events for gRPC's handler. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ProtocolNegotiationEvent begin) {
            begun = begin;
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int known = Math.min(in.readableBytes(), PREFACE.length);
        for (int i = 0; i < known; i++) {
            if (in.getByte(in.readerIndex() + i) != PREFACE[i]) {
                becomeHttp(ctx.pipeline());
                return;
            }
        }
        if (known == PREFACE.length) {
            ctx.pipeline().addAfter(ctx.name(), null, grpc);
            ctx.fireUserEventTriggered(begun);
            ctx.pipeline().remove(this);
        }
    }

    /** Removes gRPC's handlers, which would buffer writes until a negotiation that never happens. */
    private void becomeHttp(ChannelPipeline pipeline) {
        while (pipeline.last() != this) {
            pipeline.removeLast();
        }
        pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_REQUEST_BYTES), new PageHandler(pages));
        pipeline.remove(this);
    }
}
