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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes the requests of one connection to their endpoints and writes the responses. One request is in progress at a
 * time; the next one is read after the client has received the response. Up to {@link #MOST_WAITING} pipelined requests
 * wait; a client that sends more is disconnected.
 */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** More requests than fit in one read of {@link AdminServer#READ_BYTES}. */
    static final int MOST_WAITING = 64;

    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);

    private final List<Endpoint> endpoints;
    private final Supplier<Config> config;
    private final Executor executor;

    private final AdminAccess access;
    private final AdminConnections connections;
    private final Deque<Asked> waiting = new ArrayDeque<>();

    private boolean underWay;
    private boolean inputEnded;

    /** @param executor runs the endpoints' handlers, one task at a time */
    AdminHandler(
            List<Endpoint> endpoints,
            Supplier<Config> config,
            Executor executor,
            AdminAccess access,
            AdminConnections connections) {
        this.endpoints = endpoints;
        this.config = config;
        this.executor = executor;
        this.access = access;
        this.connections = connections;
    }

    private record Asked(
            String uri, Supplier<Response> answer, boolean withBody, boolean compressed, boolean keepAlive) {
        /** Returns the response. Never fails, since a request without a response would block those after it. */
        Response response() {
            try {
                Response response = answer.get();
                return compressed ? response.compressed() : response;
            } catch (RuntimeException | Error e) {
                LOG.atError().addKeyValue("uri", uri).setCause(e).log("admin request failed");
                return Response.text(HttpResponseStatus.INTERNAL_SERVER_ERROR, "failed; see the log for the reason");
            }
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        boolean readable = request.decoderResult().isSuccess();
        boolean keepAlive = readable && HttpUtil.isKeepAlive(request);
        boolean withBody = !request.method().equals(HttpMethod.HEAD);
        boolean compressed = Compression.accepts(request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, ""));
        Supplier<Response> answer = readable ? route(ctx, request) : refusal("not an HTTP request");
        if (waiting.size() == MOST_WAITING) {
            waiting.clear();
            ctx.close();
        } else if (ctx.channel().isOpen()) {
            waiting.add(new Asked(request.uri(), answer, withBody, compressed, keepAlive));
            next(ctx);
        }
    }

    /** Answers the oldest waiting request, unless one is in progress. Called on the connection's event loop. */
    private void next(ChannelHandlerContext ctx) {
        Asked asked = underWay ? null : waiting.poll();
        if (asked == null) {
            return;
        }
        underWay = true;
        connections.begins(ctx.channel());
        ctx.channel().config().setAutoRead(false);
        try {
            executor.execute(() -> write(ctx, asked.response(), asked.withBody(), asked.keepAlive()));
        } catch (RejectedExecutionException e) {
            Response busy = Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "too busy");
            write(ctx, busy, asked.withBody(), false);
        }
    }

    /** Continues after the client has received the response. */
    private void answered(ChannelHandlerContext ctx) {
        underWay = false;
        connections.waits(ctx.channel());
        next(ctx);
        if (!underWay && inputEnded) {
            ctx.close();
        } else if (!underWay) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    /** Returns a supplier of the response that does not use the request's memory. */
    private Supplier<Response> route(ChannelHandlerContext ctx, FullHttpRequest request) {
        InetSocketAddress arrivedAt = (InetSocketAddress) ctx.channel().localAddress();
        Optional<Response> objection = CrossSiteRequestGuard.objection(request, arrivedAt.getAddress(), config.get());
        if (objection.isPresent()) {
            return objection::get;
        }
        InetAddress client = ((InetSocketAddress) ctx.channel().remoteAddress()).getAddress();
        HttpMethod method = request.method();
        String authorization = AdminAccess.authorization(request);
        String path;
        Request asked;
        try {
            QueryStringDecoder uri = new QueryStringDecoder(request.uri());
            path = uri.path();
            asked = Request.of(uri.parameters(), request.headers());
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
                ? () -> access.objection(method, client, authorization)
                        .orElseGet(() -> endpoint.handler().apply(asked))
                : () -> Response.notAllowed(endpoint.allowed());
    }

    private static Supplier<Response> refusal(String why) {
        return () -> Response.text(HttpResponseStatus.BAD_REQUEST, why);
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
        if (!response.contentEncoding().isEmpty()) {
            message.headers().set(HttpHeaderNames.CONTENT_ENCODING, response.contentEncoding());
        }
        if (!response.allow().isEmpty()) {
            message.headers().set(HttpHeaderNames.ALLOW, response.allow());
        }
        HttpUtil.setKeepAlive(message, keepAlive);
        ctx.writeAndFlush(message).addListener((ChannelFutureListener) written -> {
            if (keepAlive && written.isSuccess()) {
                answered(ctx);
            } else {
                waiting.clear();
                ctx.close();
            }
        });
    }

    /** Handles a half-close: the client may still expect responses; if it expects none, the connection is closed. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (!underWay) {
                ctx.close();
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
