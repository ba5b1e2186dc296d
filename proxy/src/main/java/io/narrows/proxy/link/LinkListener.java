package io.narrows.proxy.link;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Accepts connections of other sidecars. */
public final class LinkListener implements AutoCloseable {
    private final Channel server;

    /** @throws IOException when the address cannot be listened on; the message names it */
    public LinkListener(Sockets sockets, LinkHandshakes handshakes, HostPort address) throws IOException {
        ChannelFuture bound = sockets.listen(
                        address,
                        channel -> handshakes.begin(
                                channel, null, channel.eventLoop().newPromise()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen for links on " + address + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        server = bound.channel();
    }

    /** The port in use, also where the configuration left the choice to the system. */
    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /** Accepts no more; links that run go on. */
    @Override
    public void close() {
        server.close().syncUninterruptibly();
    }
}
