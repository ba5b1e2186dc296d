package io.narrows.proxy.link.handshake;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import java.io.IOException;

/** Accepts connections of other sidecars. */
public final class LinkListener implements AutoCloseable {
    private final BoundSocket socket;
    private final int port;

    /** @throws IOException if the address cannot be bound; the message names it */
    public LinkListener(Sockets sockets, LinkHandshakes handshakes, HostPort address) throws IOException {
        socket = new BoundSocket(
                sockets,
                "listen for links",
                address,
                channel -> handshakes.accept(channel, channel.eventLoop().newPromise()));
        port = socket.port();
    }

    /** Returns the port in use, even if the system chose it; after a close, the last one. */
    public int port() {
        return port;
    }

    /** Stops accepting; open links continue. */
    @Override
    public void close() {
        socket.close();
    }
}
