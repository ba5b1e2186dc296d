package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.ListenerCapture;
import io.narrows.proxy.link.LinkEnvironment;
import io.narrows.proxy.link.LinkPools;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/** Captures what connects to one local address that stands for one target of one peer. */
final class ListenerCaptureServer implements CaptureServer {
    private final ListenerCapture capture;
    private final BoundSocket socket;

    ListenerCaptureServer(
            LinkEnvironment environment, LinkPools pools, OpenTunnels tunnels, Sockets sockets, ListenerCapture capture)
            throws IOException {
        this.capture = capture;
        this.socket = new BoundSocket(
                sockets,
                "capture",
                capture.listen(),
                channel -> channel.pipeline().addLast("capture", new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        OpenTunnels.resetUnlessClosedCleanly(channel);
                        ctx.pipeline().remove(this);
                        new CapturedConnection(
                                        environment,
                                        pools,
                                        tunnels,
                                        channel,
                                        capture.peer(),
                                        capture.target(),
                                        capture.trafficClass(),
                                        new ResetOnFailure(channel))
                                .start(true);
                    }
                }));
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

    /** A connection that was accepted already can only be told by a reset that nobody answers behind it. */
    private record ResetOnFailure(Channel captured) implements CapturedConnection.Answers {
        @Override
        public void opened() {
            // The application has seen its connection open since it was accepted.
        }

        @Override
        public void failed(Failure failure, String detail) {
            captured.close(); // by a reset, as its socket was told when it was accepted
        }
    }
}
