package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.Interception;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.function.Consumer;

/** The listening socket of one capture. */
final class CaptureServer implements AutoCloseable {
    private final Capture capture;
    private final BoundSocket socket;

    /**
     * Starts listening.
     *
     * @param accepted sets up each accepted channel
     * @throws IOException if the address cannot be bound
     */
    CaptureServer(Sockets sockets, Capture capture, Consumer<Channel> accepted) throws IOException {
        this.capture = capture;
        this.socket = receivesForeignAddresses(capture)
                ? BoundSocket.transparent(sockets, "capture", capture.listen(), accepted)
                : new BoundSocket(sockets, "capture", capture.listen(), accepted);
    }

    private static boolean receivesForeignAddresses(Capture capture) {
        return capture.asTransparent()
                .filter(transparent -> transparent.interception() == Interception.TPROXY)
                .isPresent();
    }

    /** Returns the capture that it serves. */
    Capture capture() {
        return capture;
    }

    /** Returns the port in use, even if the system chose it. */
    int port() {
        return socket.port();
    }

    /** Stops capturing; captured connections continue. */
    @Override
    public void close() {
        socket.close();
    }
}
