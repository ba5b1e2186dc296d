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
        this(purpose, address, sockets.listen(address, accepted));
    }

    private BoundSocket(String purpose, HostPort address, ChannelFuture binding) throws IOException {
        ChannelFuture bound = binding.awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot " + purpose + " on " + address + ": " + ErrorText.of(bound.cause()), bound.cause());
        }
        channel = bound.channel();
    }

    /**
     * Binds a socket to which the kernel may hand connections to any address. Needs
     * {@link SocketPrivileges#mayKeepSource}.
     *
     * @throws IOException if the address cannot be bound
     */
    public static BoundSocket transparent(Sockets sockets, String purpose, HostPort address, Consumer<Channel> accepted)
            throws IOException {
        return new BoundSocket(purpose, address, sockets.listenTransparently(address, accepted));
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
