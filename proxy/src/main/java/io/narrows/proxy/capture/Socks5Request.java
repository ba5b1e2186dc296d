package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.pool.LinkPools;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.socksx.v5.DefaultSocks5CommandResponse;
import io.netty.handler.codec.socksx.v5.DefaultSocks5InitialResponse;
import io.netty.handler.codec.socksx.v5.Socks5AddressType;
import io.netty.handler.codec.socksx.v5.Socks5AuthMethod;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequest;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5CommandStatus;
import io.netty.handler.codec.socksx.v5.Socks5CommandType;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequest;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5Message;
import io.netty.handler.codec.socksx.v5.Socks5ServerEncoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles one SOCKS5 request (RFC 1928): CONNECT without authentication. The address in it is the one that a peer's database
 * uses itself, which the peer's {@code addresses} map to a target. The reply is success once the remote connection is open;
 * after that, bytes are forwarded.
 */
final class Socks5Request extends SimpleChannelInboundHandler<Socks5Message> {
    private static final Logger LOG = LoggerFactory.getLogger(Socks5Request.class);
    private static final long REQUEST_TIMEOUT_SECONDS = 10;
    private static final String DECODER = "socks5-decoder";
    private static final String ENCODER = "socks5-encoder";

    private final LinkEnvironment environment;
    private final LinkPools pools;
    private final Fallbacks fallbacks;
    private final LocalConnections localConnections;
    private @Nullable ScheduledFuture<?> timeout;
    private boolean answered;

    private Socks5Request(
            LinkEnvironment environment, LinkPools pools, Fallbacks fallbacks, LocalConnections localConnections) {
        this.environment = environment;
        this.pools = pools;
        this.fallbacks = fallbacks;
        this.localConnections = localConnections;
    }

    /** Adds the handlers of one request to an accepted channel. */
    static void handle(
            Channel accepted,
            LinkEnvironment environment,
            LinkPools pools,
            Fallbacks fallbacks,
            LocalConnections locals) {
        accepted.pipeline()
                .addLast(DECODER, new Socks5InitialRequestDecoder())
                .addLast(ENCODER, Socks5ServerEncoder.DEFAULT)
                .addLast("socks5", new Socks5Request(environment, pools, fallbacks, locals));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> reject(ctx, Socks5CommandStatus.FAILURE, "no request"),
                        REQUEST_TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Socks5Message message) {
        if (answered) {
            return;
        }
        if (message.decoderResult().isFailure()) {
            count(ctx, "not a SOCKS5 request");
            answered = true;
            ctx.close();
        } else if (message instanceof Socks5InitialRequest greeting) {
            greet(ctx, greeting);
        } else if (message instanceof Socks5CommandRequest command) {
            take(ctx, command);
        }
    }

    private void greet(ChannelHandlerContext ctx, Socks5InitialRequest greeting) {
        if (!greeting.authMethods().contains(Socks5AuthMethod.NO_AUTH)) {
            answered = true;
            count(ctx, "the client requires authentication (expected: method 0, no authentication)");
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
        Optional<RequestedAddress> found = address(command)
                .flatMap(address -> RequestedAddress.find(environment.live().current(), address));
        if (found.isEmpty()) {
            String asked = command.dstAddr() + ":" + command.dstPort();
            reject(ctx, Socks5CommandStatus.FORBIDDEN, "no peer has the address \"" + Printable.of(asked) + "\"");
            return;
        }
        answered = true;
        Channel channel = ctx.channel();
        channel.config().setAutoRead(false);
        new CapturedConnection(
                        environment,
                        pools,
                        fallbacks,
                        localConnections,
                        channel,
                        found.get().peer(),
                        found.get().target().value(),
                        TrafficClass.DEFAULT,
                        Optional.of(found.get().requested()),
                        new Answers(channel))
                .start(false);
        ctx.pipeline().remove(this);
        ctx.pipeline().remove(DECODER);
    }

    private static Optional<HostPort> address(Socks5CommandRequest command) {
        try {
            return Optional.of(new HostPort(command.dstAddr(), command.dstPort()));
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
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    private void reject(ChannelHandlerContext ctx, Socks5CommandStatus status, String detail) {
        answered = true;
        count(ctx, detail);
        reply(ctx.channel(), status).addListener(ChannelFutureListener.CLOSE);
    }

    private void count(ChannelHandlerContext ctx, String detail) {
        environment.events().failure(EventMeter.UNKNOWN_PEER, Failure.BAD_SOCKS5_REQUEST, detail);
        environment
                .rateLimitedLog()
                .line(LOG, "socks5 request rejected", EventMeter.UNKNOWN_PEER, Failure.BAD_SOCKS5_REQUEST.label())
                .addKeyValue("remote", ctx.channel().remoteAddress())
                .addKeyValue("detail", detail)
                .log();
    }

    private static ChannelFuture reply(Channel channel, Socks5CommandStatus status) {
        return channel.writeAndFlush(new DefaultSocks5CommandResponse(status, Socks5AddressType.IPv4, "0.0.0.0", 0));
    }

    /** Answers the application by SOCKS5. */
    private record Answers(Channel channel) implements CapturedConnection.Answers {
        @Override
        public void opened() {
            reply(channel, Socks5CommandStatus.SUCCESS);
            channel.pipeline().remove(ENCODER);
        }

        @Override
        public void failed(Failure failure, String detail) {
            reply(channel, status(failure)).addListener(ChannelFutureListener.CLOSE);
        }

        private static Socks5CommandStatus status(Failure failure) {
            return switch (failure) {
                case PEER_UNREACHABLE, TARGET_UNREACHABLE -> Socks5CommandStatus.HOST_UNREACHABLE;
                case OPEN_TIMEOUT -> Socks5CommandStatus.TTL_EXPIRED;
                case TARGET_DENIED, UNKNOWN_TARGET -> Socks5CommandStatus.FORBIDDEN;
                default -> Socks5CommandStatus.FAILURE;
            };
        }
    }
}
