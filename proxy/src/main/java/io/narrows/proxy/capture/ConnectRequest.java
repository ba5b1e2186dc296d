package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.ErrorText;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One HTTP CONNECT. The response is 200 once the remote connection is open; after that, bytes are forwarded. */
final class ConnectRequest extends AddressedRequest<HttpObject> {
    private static final String DECODER = "http";

    private @Nullable RequestedAddress destination;

    private ConnectRequest(CaptureEnvironment environment) {
        super(HttpObject.class, environment);
    }

    /** Adds the handlers of one request to an accepted channel. */
    static void handle(Channel accepted, CaptureEnvironment environment) {
        accepted.pipeline()
                .addLast(DECODER, new HttpRequestDecoder())
                .addLast("connect", new ConnectRequest(environment));
    }

    @Override
    void timedOut(ChannelHandlerContext ctx) {
        reject(ctx, HttpResponseStatus.REQUEST_TIMEOUT, "not a request");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (isAnswered()) {
            return;
        }
        if (message instanceof HttpRequest request && destination == null) {
            take(ctx, request);
        } else if (message instanceof LastHttpContent && destination != null) {
            carry(ctx, destination, new HttpAnswers(ctx.channel()));
            ctx.pipeline().remove(DECODER);
        }
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
        Optional<RequestedAddress> found = parse(authority).flatMap(this::find);
        if (found.isEmpty()) {
            reject(ctx, HttpResponseStatus.FORBIDDEN, "no peer has the address \"" + Printable.of(authority) + "\"");
            return;
        }
        destination = found.get();
    }

    private static Optional<HostPort> parse(String authority) {
        try {
            return Optional.of(HostPort.parse(authority));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void reject(ChannelHandlerContext ctx, HttpResponseStatus status, String detail) {
        reject(Failure.BAD_CONNECT_REQUEST, status.code() + ": " + detail);
        rejection(ctx.channel(), "connect request rejected", status.codeAsText().toString())
                .addKeyValue("status", status.code())
                .addKeyValue("detail", detail)
                .log();
        new HttpAnswers(ctx.channel()).error(status, detail);
    }
}
