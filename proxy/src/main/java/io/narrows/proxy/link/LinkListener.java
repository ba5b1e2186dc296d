package io.narrows.proxy.link;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import java.io.IOException;

/** Accepts connections of other sidecars. */
public final class LinkListener implements AutoCloseable {
    private final BoundSocket socket;
    private final int port;

    /** @throws IOException when the address cannot be listened on; the message names it */
    public LinkListener(Sockets sockets, LinkHandshakes handshakes, HostPort address) throws IOException {
        socket = new BoundSocket(
                sockets,
                "listen for links",
                address,
                channel -> handshakes.accept(channel, channel.eventLoop().newPromise()));
        port = socket.port();
    }

    /** The port in use, also where the configuration left the choice to the system. After a close, the one that was. */
    public int port() {
        return port;
    }

    /** Accepts no more; links that run go on. */
    @Override
    public void close() {
        socket.close();
    }
}
