package io.narrows.proxy.transport;

import io.narrows.config.HostPort;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A listening socket that is bound. */
public final class BoundSocket implements AutoCloseable {
    private final Channel channel;

    /**
     * Binds now.
     *
     * @param purpose what the socket is for, in the words of an error: {@code listen for links}
     * @param accepted sets up each accepted channel, which does not read until it is told to
     * @throws IOException when the address cannot be listened on; the message names purpose and address
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

    /** The port in use, also where the configuration left the choice to the system. */
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Accepts no more; what was accepted goes on. */
    @Override
    public void close() {
        channel.close().syncUninterruptibly();
    }
}
