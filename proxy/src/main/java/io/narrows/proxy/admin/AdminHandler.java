package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the endpoint of each request of one connection and writes its answer, in the order of the requests. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);

    private final List<Endpoint> endpoints;
    private final Supplier<Config> config;
    private final Executor executor;

    private int unanswered;
    private boolean inputEnded;

    /** @param executor runs one task after the other; where the endpoints do their work */
    AdminHandler(List<Endpoint> endpoints, Supplier<Config> config, Executor executor) {
        this.endpoints = endpoints;
        this.config = config;
        this.executor = executor;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        boolean readable = request.decoderResult().isSuccess();
        boolean keepAlive = readable && HttpUtil.isKeepAlive(request);
        boolean withBody = !request.method().equals(HttpMethod.HEAD);
        Supplier<Response> answer = readable ? route(ctx, request) : refusal("not an HTTP request");
        unanswered++;
        try {
            executor.execute(() -> write(ctx, answer.get(), withBody, keepAlive));
        } catch (RejectedExecutionException e) {
            write(ctx, Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "too busy"), withBody, false);
        }
    }

    /** How to answer; nothing of the request's memory is needed for that any more. */
    private Supplier<Response> route(ChannelHandlerContext ctx, FullHttpRequest request) {
        InetSocketAddress arrivedAt = (InetSocketAddress) ctx.channel().localAddress();
        Optional<Response> objection = ForeignPages.objection(request, arrivedAt.getAddress(), config.get());
        if (objection.isPresent()) {
            return objection::get;
        }
        String path;
        Request asked;
        try {
            QueryStringDecoder uri = new QueryStringDecoder(request.uri());
            path = uri.path();
            asked = new Request(uri.parameters());
        } catch (IllegalArgumentException e) {
            return refusal("not a path: " + e.getMessage());
        }
        Optional<Endpoint> found = endpoints.stream()
                .filter(candidate -> candidate.path().equals(path))
                .findFirst();
        if (found.isEmpty()) {
            return () -> Response.text(HttpResponseStatus.NOT_FOUND, "no such path");
        }
        Endpoint endpoint = found.get();
        return endpoint.allows(request.method())
                ? () -> answer(endpoint, asked)
                : () -> Response.notAllowed(endpoint.allowed());
    }

    private static Supplier<Response> refusal(String why) {
        return () -> Response.text(HttpResponseStatus.BAD_REQUEST, why);
    }

    private static Response answer(Endpoint endpoint, Request request) {
        try {
            return endpoint.handler().apply(request);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("path", endpoint.path()).setCause(e).log("admin request failed");
            return Response.text(HttpResponseStatus.INTERNAL_SERVER_ERROR, "failed; the log says why");
        }
    }

    private void write(ChannelHandlerContext ctx, Response response, boolean withBody, boolean keepAlive) {
        ByteBuf body = withBody ? Unpooled.wrappedBuffer(response.body()) : Unpooled.EMPTY_BUFFER;
        FullHttpResponse message = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), body);
        message.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, response.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, response.body().length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff")
                .set("Referrer-Policy", "no-referrer")
                .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, Page.CONTENT_SECURITY_POLICY);
        if (!response.allow().isEmpty()) {
            message.headers().set(HttpHeaderNames.ALLOW, response.allow());
        }
        HttpUtil.setKeepAlive(message, keepAlive);
        ctx.writeAndFlush(message).addListener((ChannelFutureListener) written -> {
            unanswered--;
            if (!keepAlive || !written.isSuccess() || inputEnded && unanswered == 0) {
                ctx.close();
            }
        });
    }

    /** A client that has said all may still want its answers; without any the connection is of no more use. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (unanswered == 0) {
                ctx.close();
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
