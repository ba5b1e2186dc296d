package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.Fallback;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import io.narrows.config.TransparentCapture;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.OriginalDestination;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures a connection that the kernel hands over. It goes to the peer that has its destination's address, and to the
 * destination itself if no peer has.
 */
final class TransparentConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(TransparentConnection.class);

    private final CaptureEnvironment environment;
    private final TransparentCapture capture;
    private final Deque<Object> early = new ArrayDeque<>();

    TransparentConnection(CaptureEnvironment environment, TransparentCapture capture) {
        this.environment = environment;
        this.capture = capture;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Channel captured = ctx.channel();
        LocalConnections.resetUnlessClosedCleanly(captured);
        Optional<InetSocketAddress> destination = OriginalDestination.of(captured, capture.interception());
        if (destination.isEmpty() || leadsHere(destination.get())) {
            refuse(
                    captured,
                    Failure.NO_DESTINATION,
                    "connected to the capture's own address instead of being redirected by the kernel");
        } else if (environment.sockets().isOwn(captured.remoteAddress(), destination.get())) {
            refuse(
                    captured,
                    Failure.CAPTURE_LOOP,
                    "loop: the kernel's rules capture this sidecar's own connection to "
                            + HostPorts.of(destination.get())
                            + " (run narrows capture apply --user with the sidecar's user)");
        } else {
            environment.addresses().owner(captured.eventLoop(), destination.get(), peer -> {
                carry(captured, destination.get(), peer);
                handOver(ctx);
            });
        }
    }

    private boolean leadsHere(InetSocketAddress destination) {
        return destination.getPort() == capture.listen().port()
                && (destination.getAddress().isLoopbackAddress() || HostPorts.isOfThisHost(destination.getAddress()));
    }

    /** Keeps what arrives before the peer is known: epoll reads pending bytes when the other end closes its direction. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        early.add(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        early.add(event);
    }

    /** Passes on what arrived early, in its order. */
    private void handOver(ChannelHandlerContext ctx) {
        for (Object next = early.poll(); next != null; next = early.poll()) {
            if (next instanceof ByteBuf) {
                ctx.fireChannelRead(next);
            } else {
                ctx.fireUserEventTriggered(next);
            }
        }
        if (!ctx.isRemoved()) {
            ctx.pipeline().remove(this);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        early.forEach(ReferenceCountUtil::release);
        early.clear();
    }

    private void carry(Channel captured, InetSocketAddress destination, Optional<PeerId> peer) {
        if (!captured.isOpen()) {
            return;
        }
        HostPort address = HostPorts.of(destination);
        if (peer.isEmpty() && mustBeIdentified(address)) {
            refuse(
                    captured,
                    Failure.UNIDENTIFIED_PEER,
                    "the node at " + address + " was found, but has not said who it is, so there is no link to it");
            return;
        }
        if (peer.isEmpty()) {
            new PassedConnection(environment, captured, address).start();
            return;
        }
        new CapturedConnection(
                        environment,
                        captured,
                        peer.get(),
                        address.toString(),
                        capture.trafficClass(),
                        Optional.of(address),
                        new AcceptedConnection.ResetOnFailure(captured))
                .start(true);
    }

    /** Returns whether the destination is a node that was found and whose traffic must not go without a link. */
    private boolean mustBeIdentified(HostPort destination) {
        Config config = environment.links().live().current();
        return !config.dryRun().active()
                && IpAddress.parse(destination.host())
                        .map(config.discovery().found().unidentified()::get)
                        .filter(source -> !source.fallback().equals(Optional.of(Fallback.PLAIN)))
                        .isPresent();
    }

    private void refuse(Channel captured, Failure failure, String detail) {
        String text = captured.remoteAddress() + ": " + detail;
        environment.links().events().failure(EventMeter.UNKNOWN_PEER, failure, text);
        environment
                .links()
                .rateLimitedLog()
                .line(LOG, "connection refused by a transparent capture", EventMeter.UNKNOWN_PEER, failure.label())
                .addKeyValue("capture", capture.listen())
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", text)
                .log();
        captured.close(); // by a reset
    }
}
