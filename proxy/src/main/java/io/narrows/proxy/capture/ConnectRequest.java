package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.pool.LinkPools;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles one HTTP CONNECT. The address in it is the one that a peer's database uses itself, which the peer's
 * {@code addresses} map to a target. The response is 200 once the remote connection is open; after that, bytes are
 * forwarded.
 */
final class ConnectRequest extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectRequest.class);
    private static final long REQUEST_TIMEOUT_SECONDS = 10;

    private final LinkEnvironment environment;
    private final LinkPools pools;
    private final Fallbacks fallbacks;
    private final LocalConnections localConnections;
    private @Nullable ScheduledFuture<?> timeout;
    private boolean answered;
    private @Nullable RequestedAddress destination;

    ConnectRequest(
            LinkEnvironment environment, LinkPools pools, Fallbacks fallbacks, LocalConnections localConnections) {
        this.environment = environment;
        this.pools = pools;
        this.fallbacks = fallbacks;
        this.localConnections = localConnections;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> reject(ctx, HttpResponseStatus.REQUEST_TIMEOUT, "not a request"),
                        REQUEST_TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request && !answered && destination == null) {
            take(ctx, request);
        } else if (message instanceof LastHttpContent && destination != null && !answered) {
            carry(ctx, destination);
        }
        ReferenceCountUtil.release(message);
    }

    private void take(ChannelHandlerContext ctx, HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            reject(
                    ctx,
                    HttpResponseStatus.BAD_REQUEST,
                    ErrorText.of(request.decoderResult().cause()));
        } else if (!request.method().equals(HttpMethod.CONNECT)) {
            reject(ctx, HttpResponseStatus.METHOD_NOT_ALLOWED, request.method() + " instead of CONNECT");
        } else if (hasContent(request)) {
            reject(ctx, HttpResponseStatus.BAD_REQUEST, "a CONNECT request with content (expected: none)");
        } else {
            connect(ctx, request.uri());
        }
    }

    /**
     * Returns whether the request announces content, which is meaningless for CONNECT (RFC 9110, 9.3.6) and may never
     * arrive.
     */
    private static boolean hasContent(HttpRequest request) {
        return HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) != 0;
    }

    private void connect(ChannelHandlerContext ctx, String authority) {
        Optional<RequestedAddress> found = find(authority);
        if (found.isEmpty()) {
            reject(ctx, HttpResponseStatus.FORBIDDEN, "no peer has the address \"" + Printable.of(authority) + "\"");
            return;
        }
        destination = found.get();
    }

    /** Hands the connection to the tunnel after the complete request. Removing this handler cancels the timeout. */
    private void carry(ChannelHandlerContext ctx, RequestedAddress reached) {
        answered = true;
        ctx.channel().config().setAutoRead(false);
        new CapturedConnection(
                        environment,
                        pools,
                        fallbacks,
                        localConnections,
                        ctx.channel(),
                        reached.peer(),
                        reached.target().value(),
                        TrafficClass.DEFAULT,
                        Optional.of(reached.requested()),
                        new HttpAnswers(ctx.channel()))
                .start(false);
        ctx.pipeline().remove(this);
        ctx.pipeline().remove("http");
    }

    private Optional<RequestedAddress> find(String authority) {
        try {
            return RequestedAddress.find(environment.live().current(), HostPort.parse(authority));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !answered) {
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancelTimeout();
    }

    private void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    private void reject(ChannelHandlerContext ctx, HttpResponseStatus status, String detail) {
        answered = true;
        cancelTimeout();
        environment
                .events()
                .failure(EventMeter.UNKNOWN_PEER, Failure.BAD_CONNECT_REQUEST, status.code() + ": " + detail);
        environment
                .rateLimitedLog()
                .line(
                        LOG,
                        "connect request rejected",
                        EventMeter.UNKNOWN_PEER,
                        status.codeAsText().toString())
                .addKeyValue("remote", ctx.channel().remoteAddress())
                .addKeyValue("status", status.code())
                .addKeyValue("detail", detail)
                .log();
        answer(ctx.channel(), status, detail);
    }

    private static void answer(Channel channel, HttpResponseStatus status, String detail) {
        byte[] body = (detail + "\n").getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + body.length
                        + (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED) ? "\r\nAllow: CONNECT" : "")
                        + "\r\nConnection: close\r\n\r\n";
        channel.write(ByteBufUtil.writeAscii(channel.alloc(), head));
        channel.writeAndFlush(channel.alloc().buffer(body.length).writeBytes(body))
                .addListener(ChannelFutureListener.CLOSE);
    }

    /** Answers the application by HTTP. */
    private record HttpAnswers(Channel channel) implements CapturedConnection.Answers {
        @Override
        public void opened() {
            channel.writeAndFlush(
                    ByteBufUtil.writeAscii(channel.alloc(), "HTTP/1.1 200 Connection established\r\n\r\n"));
        }

        @Override
        public void failed(Failure failure, String detail) {
            try {
                HttpResponseStatus status = failure == Failure.OPEN_TIMEOUT
                        ? HttpResponseStatus.GATEWAY_TIMEOUT
                        : HttpResponseStatus.BAD_GATEWAY;
                answer(channel, status, failure.label() + ": " + detail);
            } catch (RuntimeException | Error e) {
                channel.close(); // without an answer, since there is no memory for one
                throw e;
            }
        }
    }
}
