package io.narrows.proxy.transport;

import io.narrows.config.HostPort;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A bound listening socket. */
public final class BoundSocket implements AutoCloseable {
    private final Channel channel;

    /**
     * Binds the socket.
     *
     * @param purpose of the socket, for error messages: {@code listen for links}
     * @param accepted sets up each accepted channel, whose auto-read is initially off
     * @throws IOException if the address cannot be bound; the message names purpose and address
     */
    public BoundSocket(Sockets sockets, String purpose, HostPort address, Consumer<Channel> accepted)
            throws IOException {
        ChannelFuture bound = sockets.listen(address, accepted).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot " + purpose + " on " + address + ": " + ErrorText.of(bound.cause()), bound.cause());
        }
        channel = bound.channel();
    }

    /** Returns the port in use, even if the system chose it. */
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Stops accepting; accepted connections continue. */
    @Override
    public void close() {
        channel.close().syncUninterruptibly();
    }
}
