package io.narrows.proxy.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the endpoint of a request and writes its answer. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);

    private final List<Endpoint> endpoints;
    private final Executor executor;

    AdminHandler(List<Endpoint> endpoints, Executor executor) {
        this.endpoints = endpoints;
        this.executor = executor;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        HttpMethod method = request.method();
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        if (!request.decoderResult().isSuccess()) {
            write(ctx, method, Response.text(HttpResponseStatus.BAD_REQUEST, "not an HTTP request"), "", false);
            return;
        }
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        Optional<Endpoint> endpoint = endpoints.stream()
                .filter(candidate -> candidate.path().equals(uri.path()))
                .findFirst();
        if (endpoint.isEmpty()) {
            write(ctx, method, Response.text(HttpResponseStatus.NOT_FOUND, "no such path"), "", keepAlive);
        } else if (!endpoint.get().allows(method)) {
            String allowed = endpoint.get().allowed();
            Response response = Response.text(HttpResponseStatus.METHOD_NOT_ALLOWED, "allowed here: " + allowed);
            write(ctx, method, response, allowed, keepAlive);
        } else if (method.equals(HttpMethod.POST) && foreign(request)) {
            Response response = Response.text(HttpResponseStatus.FORBIDDEN, "not from another site's page");
            write(ctx, method, response, "", keepAlive);
        } else {
            Request asked = new Request(uri.parameters());
            try {
                executor.execute(() -> write(ctx, method, answer(endpoint.get(), asked), "", keepAlive));
            } catch (RejectedExecutionException e) {
                write(ctx, method, Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "too busy"), "", false);
            }
        }
    }

    /** A browser names the page that sends a request; one from elsewhere must not drain or reload. */
    private static boolean foreign(FullHttpRequest request) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        return origin != null && !origin.equals("http://" + request.headers().get(HttpHeaderNames.HOST));
    }

    private static Response answer(Endpoint endpoint, Request request) {
        try {
            return endpoint.handler().apply(request);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("path", endpoint.path()).setCause(e).log("admin request failed");
            return Response.text(HttpResponseStatus.INTERNAL_SERVER_ERROR, "failed; the log says why");
        }
    }

    private static void write(
            ChannelHandlerContext ctx, HttpMethod method, Response response, String allow, boolean keepAlive) {
        int length = response.body().length;
        ByteBuf body = method.equals(HttpMethod.HEAD) ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(response.body());
        FullHttpResponse message = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), body);
        message.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, response.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff")
                .set("Referrer-Policy", "no-referrer")
                .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, Page.CONTENT_SECURITY_POLICY);
        if (!allow.isEmpty()) {
            message.headers().set(HttpHeaderNames.ALLOW, allow);
        }
        HttpUtil.setKeepAlive(message, keepAlive);
        ctx.writeAndFlush(message)
                .addListener(keepAlive ? ChannelFutureListener.CLOSE_ON_FAILURE : ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
