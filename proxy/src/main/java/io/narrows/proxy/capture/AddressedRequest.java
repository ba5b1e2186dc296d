package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A request in which the application names its destination: the address that a peer's database uses itself, which the peer's
 * {@code addresses} map to a target. Protocols read it and answer it; this class limits its time and hands its connection
 * over.
 *
 * @param <M> the messages that the protocol's decoder produces
 */
abstract class AddressedRequest<M> extends SimpleChannelInboundHandler<M> {
    private static final long REQUEST_TIMEOUT_SECONDS = 10;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final CaptureEnvironment environment;
    private @Nullable ScheduledFuture<?> timeout;
    private boolean answered;

    AddressedRequest(Class<M> messages, CaptureEnvironment environment) {
        super(messages);
        this.environment = environment;
    }

    /** Rejects a request that is not complete in time. */
    abstract void timedOut(ChannelHandlerContext ctx);

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout = ctx.executor().schedule(() -> timedOut(ctx), REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    /** Returns whether the request is handed over or rejected; later messages are then ignored. */
    final boolean isAnswered() {
        return answered;
    }

    /** Returns what the request leads to; empty if no peer has its address. */
    final Optional<RequestedAddress> find(HostPort requested) {
        return RequestedAddress.find(environment.links().live().current(), requested);
    }

    /** Hands the connection to the tunnel after the complete request. Removing this handler cancels the timeout. */
    final void carry(ChannelHandlerContext ctx, RequestedAddress reached, CapturedConnection.Answers answers) {
        answered = true;
        ctx.channel().config().setAutoRead(false);
        new CapturedConnection(
                        environment,
                        ctx.channel(),
                        reached.peer(),
                        reached.target().value(),
                        TrafficClass.DEFAULT,
                        Optional.of(reached.requested()),
                        Optional.empty(),
                        answers)
                .start(false);
        ctx.pipeline().remove(this);
    }

    /**
     * Ends the request with a rejection and counts it; the caller answers.
     *
     * @param detail for the list of recent failures
     */
    final void reject(Failure failure, String detail) {
        answered = true;
        cancelTimeout();
        environment.links().events().failure(EventMeter.UNKNOWN_PEER, failure, detail);
    }

    /**
     * Begins the log line of a rejection.
     *
     * @param reason a kind of rejection whose log lines are limited together
     */
    final LoggingEventBuilder rejection(Channel channel, String message, String reason) {
        return environment
                .links()
                .rateLimitedLog()
                .line(log, message, EventMeter.UNKNOWN_PEER, reason)
                .addKeyValue("remote", channel.remoteAddress());
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
}
