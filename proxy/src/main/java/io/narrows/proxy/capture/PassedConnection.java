package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.transport.ErrorText;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A captured connection whose destination belongs to no peer. It is connected to that destination, and its bytes are not touched. */
final class PassedConnection implements Tunnel.Opening {
    private static final Logger LOG = LoggerFactory.getLogger(PassedConnection.class);

    /** Longer than a database waits itself: the application's own limit decides. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private final LinkEnvironment environment;
    private final Sockets sockets;
    private final LocalConnections localConnections;
    private final PassedMeter meter;
    private final Channel captured;
    private final HostPort destination;
    private final Tunnel tunnel;

    PassedConnection(
            LinkEnvironment environment,
            Sockets sockets,
            LocalConnections localConnections,
            PassedMeter meter,
            Channel captured,
            HostPort destination) {
        this.environment = environment;
        this.sockets = sockets;
        this.localConnections = localConnections;
        this.meter = meter;
        this.captured = captured;
        this.destination = destination;
        this.tunnel = Tunnel.ofCaptured(
                captured,
                environment.nanoClock(),
                environment.memory().account(Purpose.QUEUES, EventMeter.UNKNOWN_PEER),
                this);
    }

    /** Dials the destination. Must be called on the captured channel's event loop. */
    void start() {
        if (WaitingBytes.refuses(environment.memory().account(Purpose.QUEUES, EventMeter.UNKNOWN_PEER))) {
            environment
                    .events()
                    .failure(
                            EventMeter.UNKNOWN_PEER,
                            Failure.MEMORY,
                            "no memory for another connection to " + destination);
            captured.close(); // by a reset
            return;
        }
        meter.connection();
        captured.pipeline().addLast("tunnel", tunnel);
        localConnections.add(captured, tunnel);
        sockets.dial(captured.eventLoop(), destination, CONNECT_TIMEOUT, LocalConnections::resetUnlessClosedCleanly)
                .addListener((Future<Channel> dialled) -> {
                    if (dialled.isSuccess()) {
                        join(dialled.getNow());
                    } else {
                        fail(ErrorText.of(dialled.cause()));
                    }
                });
    }

    private void join(Channel remote) {
        DirectConnection direct = new DirectConnection(
                EventMeter.UNKNOWN_PEER, remote, tunnel, meter::sent, meter::received, environment.nanoClock());
        remote.pipeline().addLast("direct", direct);
        if (!captured.isOpen()) {
            direct.abort();
            return;
        }
        tunnel.attach(direct);
        tunnel.opened();
        direct.read();
    }

    private void fail(String detail) {
        environment
                .rateLimitedLog()
                .line(LOG, "destination of no peer unreachable", EventMeter.UNKNOWN_PEER, "passed")
                .addKeyValue("destination", destination)
                .addKeyValue("detail", detail)
                .log();
        tunnel.resetLocal();
    }

    @Override
    public void opened() {
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
