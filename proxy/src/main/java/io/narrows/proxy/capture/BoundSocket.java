package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A listening socket that is bound. */
record BoundSocket(Channel channel) {
    /** @throws IOException when the address cannot be listened on; the message names it */
    static BoundSocket bind(Sockets sockets, HostPort address, Consumer<Channel> accepted) throws IOException {
        ChannelFuture bound = sockets.listen(address, accepted).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot capture on " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        return new BoundSocket(bound.channel());
    }

    int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    void close() {
        channel.close().syncUninterruptibly();
    }
}
