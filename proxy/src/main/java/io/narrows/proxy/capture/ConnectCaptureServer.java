package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.ConnectCapture;
import io.narrows.proxy.link.LinkEnvironment;
import io.narrows.proxy.link.LinkPools;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.io.IOException;

/** Captures what asks for it by HTTP CONNECT, on one port for all peers. */
final class ConnectCaptureServer implements CaptureServer {
    private final ConnectCapture capture;
    private final BoundSocket socket;

    ConnectCaptureServer(
            LinkEnvironment environment, LinkPools pools, OpenTunnels tunnels, Sockets sockets, ConnectCapture capture)
            throws IOException {
        this.capture = capture;
        this.socket = new BoundSocket(
                sockets,
                "capture",
                capture.listen(),
                channel -> channel.pipeline()
                        .addLast("http", new HttpRequestDecoder())
                        .addLast("connect", new ConnectRequest(environment, pools, tunnels)));
    }

    @Override
    public Capture capture() {
        return capture;
    }

    @Override
    public int port() {
        return socket.port();
    }

    @Override
    public void close() {
        socket.close();
    }
}
