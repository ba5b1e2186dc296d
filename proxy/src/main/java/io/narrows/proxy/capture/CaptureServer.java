package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.function.Consumer;

/** A listening socket of one capture. */
final class CaptureServer implements AutoCloseable {
    private final Capture capture;
    private final BoundSocket socket;

    /**
     * Listens from now on.
     *
     * @param accepted sets up each accepted channel
     * @throws IOException when the address cannot be listened on
     */
    CaptureServer(Sockets sockets, Capture capture, Consumer<Channel> accepted) throws IOException {
        this.capture = capture;
        this.socket = new BoundSocket(sockets, "capture", capture.listen(), accepted);
    }

    /** The capture that it serves. */
    Capture capture() {
        return capture;
    }

    /** The port in use, also where the configuration left the choice to the system. */
    int port() {
        return socket.port();
    }

    /** Captures no more; what was captured goes on. */
    @Override
    public void close() {
        socket.close();
    }
}
