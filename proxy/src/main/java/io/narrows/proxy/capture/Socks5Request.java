package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.socksx.v5.DefaultSocks5InitialResponse;
import io.netty.handler.codec.socksx.v5.Socks5AuthMethod;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequest;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5CommandStatus;
import io.netty.handler.codec.socksx.v5.Socks5CommandType;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequest;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5Message;
import io.netty.handler.codec.socksx.v5.Socks5ServerEncoder;
import java.util.Optional;

/**
 * One SOCKS5 request (RFC 1928): CONNECT without authentication. The reply is success once the remote connection is open;
 * after that, bytes are forwarded.
 */
final class Socks5Request extends AddressedRequest<Socks5Message> {
    private static final String DECODER = "socks5-decoder";
    private static final String ENCODER = "socks5-encoder";

    private Socks5Request(CaptureEnvironment environment) {
        super(Socks5Message.class, environment);
    }

    /** Adds the handlers of one request to an accepted channel. */
    static void handle(Channel accepted, CaptureEnvironment environment) {
        accepted.pipeline()
                .addLast(DECODER, new Socks5InitialRequestDecoder())
                .addLast(ENCODER, Socks5ServerEncoder.DEFAULT)
                .addLast("socks5", new Socks5Request(environment));
    }

    @Override
    void timedOut(ChannelHandlerContext ctx) {
        reject(ctx, Socks5CommandStatus.FAILURE, "no request");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Socks5Message message) {
        if (isAnswered()) {
            return;
        }
        if (message.decoderResult().isFailure()) {
            rejected(ctx, "not a SOCKS5 request");
            ctx.close();
        } else if (message instanceof Socks5InitialRequest greeting) {
            greet(ctx, greeting);
        } else if (message instanceof Socks5CommandRequest command) {
            take(ctx, command);
        }
    }

    private void greet(ChannelHandlerContext ctx, Socks5InitialRequest greeting) {
        if (!greeting.authMethods().contains(Socks5AuthMethod.NO_AUTH)) {
            rejected(ctx, "the client requires authentication (expected: method 0, no authentication)");
            ctx.writeAndFlush(new DefaultSocks5InitialResponse(Socks5AuthMethod.UNACCEPTED))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        ctx.pipeline().replace(DECODER, DECODER, new Socks5CommandRequestDecoder());
        ctx.writeAndFlush(new DefaultSocks5InitialResponse(Socks5AuthMethod.NO_AUTH));
    }

    private void take(ChannelHandlerContext ctx, Socks5CommandRequest command) {
        if (!command.type().equals(Socks5CommandType.CONNECT)) {
            reject(ctx, Socks5CommandStatus.COMMAND_UNSUPPORTED, command.type() + " instead of CONNECT");
            return;
        }
        Optional<RequestedAddress> found = address(command).flatMap(this::find);
        if (found.isEmpty()) {
            String asked = command.dstAddr() + ":" + command.dstPort();
            reject(ctx, Socks5CommandStatus.FORBIDDEN, "no peer has the address \"" + Printable.of(asked) + "\"");
            return;
        }
        carry(ctx, found.get(), answers(ctx));
        ctx.pipeline().remove(DECODER);
    }

    private static Optional<HostPort> address(Socks5CommandRequest command) {
        try {
            return Optional.of(new HostPort(command.dstAddr(), command.dstPort()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void reject(ChannelHandlerContext ctx, Socks5CommandStatus status, String detail) {
        rejected(ctx, detail);
        answers(ctx).error(status);
    }

    private void rejected(ChannelHandlerContext ctx, String detail) {
        Failure failure = Failure.BAD_SOCKS5_REQUEST;
        reject(failure, detail);
        rejection(ctx.channel(), "socks5 request rejected", failure.label())
                .addKeyValue("detail", detail)
                .log();
    }

    private static Socks5Answers answers(ChannelHandlerContext ctx) {
        return new Socks5Answers(ctx.channel(), ENCODER);
    }
}
