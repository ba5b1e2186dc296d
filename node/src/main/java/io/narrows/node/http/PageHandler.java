package io.narrows.node.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the HTTP/1.1 requests of a connection in order; it stops reading while a request is unanswered. */
final class PageHandler extends ChannelDuplexHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PageHandler.class);

    private final Pages pages;
    private CompletableFuture<Void> answered = CompletableFuture.completedFuture(null);

    PageHandler(Pages pages) {
        this.pages = pages;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        FullHttpRequest request = (FullHttpRequest) message;
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        ctx.channel().config().setAutoRead(false);
        try {
            CompletableFuture<Page> page = page(request).exceptionally(PageHandler::failed);
            answered = answered.thenCombineAsync(page, (before, made) -> answer(ctx, made, keepAlive), ctx.executor());
        } finally {
            ReferenceCountUtil.release(request);
        }
    }

    private CompletableFuture<Page> page(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return CompletableFuture.completedFuture(Page.text(400, "400 Bad Request"));
        }
        try {
            QueryStringDecoder uri = new QueryStringDecoder(request.uri());
            Optional<CompletableFuture<Page>> page = request.method().equals(HttpMethod.GET)
                    ? pages.get(new PageRequest(
                            uri.path(),
                            uri.parameters(),
                            header(request, HttpHeaderNames.ACCEPT),
                            header(request, HttpHeaderNames.ACCEPT_ENCODING)))
                    : Optional.of(CompletableFuture.completedFuture(Page.text(405, "Method Not Allowed\n")));
            return page.orElseGet(() -> CompletableFuture.completedFuture(Page.text(404, "404 page not found\n")));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(Page.text(400, "400 Bad Request: " + e.getMessage() + "\n"));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static String header(FullHttpRequest request, CharSequence name) {
        return String.join(",", request.headers().getAll(name));
    }

    private static Page failed(Throwable failure) {
        LOG.atWarn().setCause(failure).log("cannot render a page");
        return Page.text(500, failure + "\n");
    }

    private static Void answer(ChannelHandlerContext ctx, Page page, boolean keepAlive) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(page.status()), Unpooled.wrappedBuffer(page.body()));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, page.contentType())
                .set("x-content-type-options", "nosniff")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        if (!page.encoding().isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_ENCODING, page.encoding());
        }
        if (page.status() == 405) {
            response.headers().set(HttpHeaderNames.ALLOW, HttpMethod.GET);
        }
        boolean stays = keepAlive && page.status() != 400;
        HttpUtil.setKeepAlive(response, stays);
        ctx.writeAndFlush(response)
                .addListener(stays ? ChannelFutureListener.CLOSE_ON_FAILURE : ChannelFutureListener.CLOSE);
        if (stays) {
            ctx.channel().config().setAutoRead(true);
        }
        return null;
    }

    /** Closes the connection: gRPC's transport only writes its own commands here, and each of them ends the connection. */
    @Override
    public void write(ChannelHandlerContext ctx, Object command, ChannelPromise promise) {
        ReferenceCountUtil.release(command);
        ctx.close(promise);
    }

    /** Closes the connection after an error, e.g. a reset or a client that does not speak TLS. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.atDebug().setCause(cause).log("an HTTP/1.1 connection failed");
        ctx.close();
    }
}
