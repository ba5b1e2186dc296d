package io.narrows.proxy.capture;

import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.socksx.v5.DefaultSocks5CommandResponse;
import io.netty.handler.codec.socksx.v5.Socks5AddressType;
import io.netty.handler.codec.socksx.v5.Socks5CommandStatus;

/**
 * The replies to a SOCKS5 request (RFC 1928, 6): success for an open connection, and errors that end it.
 *
 * @param encoder name of the handler that encodes replies
 */
record Socks5Answers(Channel channel, String encoder) implements CapturedConnection.Answers {
    @Override
    public void opened() {
        reply(Socks5CommandStatus.SUCCESS);
        channel.pipeline().remove(encoder);
    }

    @Override
    public void failed(Failure failure, String detail) {
        error(status(failure));
    }

    /** Replies with an error, and closes the connection after it. */
    void error(Socks5CommandStatus status) {
        reply(status).addListener(ChannelFutureListener.CLOSE);
    }

    private ChannelFuture reply(Socks5CommandStatus status) {
        return channel.writeAndFlush(new DefaultSocks5CommandResponse(status, Socks5AddressType.IPv4, "0.0.0.0", 0));
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
