package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A captured connection whose destination belongs to no peer. It is connected to that destination, and its bytes are not touched. */
final class PassedConnection implements Tunnel.Opening {
    private static final Logger LOG = LoggerFactory.getLogger(PassedConnection.class);

    private final CaptureEnvironment environment;
    private final Channel captured;
    private final HostPort destination;
    private final Tunnel tunnel;

    PassedConnection(CaptureEnvironment environment, Channel captured, HostPort destination) {
        this.environment = environment;
        this.captured = captured;
        this.destination = destination;
        this.tunnel = Tunnel.ofCaptured(captured, environment.links().nanoClock(), queues(), this);
    }

    private Account queues() {
        return environment.links().memory().account(Purpose.QUEUES, EventMeter.UNKNOWN_PEER);
    }

    /** Dials the destination. Must be called on the captured channel's event loop. */
    void start() {
        if (WaitingBytes.refuses(queues())) {
            environment
                    .links()
                    .events()
                    .failure(
                            EventMeter.UNKNOWN_PEER,
                            Failure.MEMORY,
                            "no memory for another connection to " + destination);
            captured.close(); // by a reset
            return;
        }
        environment.passed().connection();
        captured.pipeline().addLast("tunnel", tunnel);
        environment.localConnections().add(captured, EventMeter.UNKNOWN_PEER, tunnel);
        DirectConnection.dial(environment.sockets(), captured.eventLoop(), destination)
                .addListener((Future<Channel> dialled) -> {
                    if (dialled.isSuccess()) {
                        join(dialled.getNow());
                    } else {
                        fail(ErrorText.of(dialled.cause()));
                    }
                });
    }

    private void join(Channel remote) {
        PassedMeter meter = environment.passed();
        ByteObserver counters = new ByteObserver() {
            @Override
            public void sent(ByteBuf bytes) {
                meter.sent(bytes.readableBytes());
            }

            @Override
            public void received(ByteBuf bytes) {
                meter.received(bytes.readableBytes());
            }
        };
        DirectConnection.join(environment, tunnel, EventMeter.UNKNOWN_PEER, remote, counters);
    }

    private void fail(String detail) {
        environment
                .links()
                .rateLimitedLog()
                .line(LOG, "destination of no peer unreachable", EventMeter.UNKNOWN_PEER, "passed")
                .addKeyValue("destination", destination)
                .addKeyValue("detail", detail)
                .log();
        tunnel.resetLocal();
    }

    @Override
    public void opened(Reached target) {
        tunnel.readLocal();
    }

    @Override
    public void refused(Refused refused) {
        throw new IllegalStateException("only links refuse");
    }

    @Override
    public void lost(Failure failure) {
        tunnel.resetLocal();
    }
}
