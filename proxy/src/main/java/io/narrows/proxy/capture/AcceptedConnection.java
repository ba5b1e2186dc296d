package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.ListenerCapture;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;

/** Captures a connection as soon as it is accepted; the accepting address identifies one target of one peer. */
final class AcceptedConnection extends ChannelInboundHandlerAdapter {
    private final CaptureEnvironment environment;
    private final ListenerCapture capture;

    AcceptedConnection(CaptureEnvironment environment, ListenerCapture capture) {
        this.environment = environment;
        this.capture = capture;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        LocalConnections.resetUnlessClosedCleanly(channel);
        if (capture.tls().isPresent()) {
            EncryptedConnection.await(
                    environment,
                    channel,
                    capture.listen(),
                    capture.peer(),
                    capture.tls().get(),
                    tls -> carry(channel, Optional.of(tls)));
            ctx.pipeline().remove(this);
        } else {
            ctx.pipeline().remove(this);
            carry(channel, Optional.empty());
        }
    }

    private void carry(Channel channel, Optional<EndedTls> tls) {
        new CapturedConnection(
                        environment,
                        channel,
                        capture.peer(),
                        capture.target().value(),
                        capture.trafficClass(),
                        database(),
                        tls,
                        new ResetOnFailure(channel))
                .start(true);
    }

    private Optional<HostPort> database() {
        return environment
                .links()
                .live()
                .current()
                .peer(capture.peer())
                .map(peer -> peer.addresses().get(capture.target()));
    }

    /** Answers a failure with a reset: an accepted connection has no other way to report it. */
    record ResetOnFailure(Channel captured) implements CapturedConnection.Answers {
        @Override
        public void opened() {
            // The connection was established for the application when it was accepted.
        }

        @Override
        public void failed(Failure failure, String detail) {
            captured.close(); // by a reset, as configured for its socket when it was accepted
        }
    }
}
