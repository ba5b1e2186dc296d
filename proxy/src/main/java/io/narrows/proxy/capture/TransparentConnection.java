package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.PeerDiscovery;
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
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures a connection that the kernel hands over. It goes to the peer that has its destination's address, and to the
 * destination itself if no peer has.
 */
final class TransparentConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(TransparentConnection.class);

    /** Longest wait of a connection for the discovery of its peer. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration LOOK_INTERVAL = Duration.ofMillis(20);

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
        } else {
            carryUnlessOwn(ctx, destination.get());
        }
    }

    private void carryUnlessOwn(ChannelHandlerContext ctx, InetSocketAddress destination) {
        Channel captured = ctx.channel();
        if (environment.sockets().isDialing(destination)) {
            // It may be that connection, which is known in a moment.
            ctx.executor().schedule(() -> carryUnlessOwn(ctx, destination), 1, TimeUnit.MILLISECONDS);
        } else if (environment.sockets().isOwn(captured.remoteAddress(), destination)) {
            refuse(
                    captured,
                    Failure.CAPTURE_LOOP,
                    "loop: the kernel's rules capture this sidecar's own connection to "
                            + HostPorts.of(destination)
                            + " (run narrows capture apply --user with the sidecar's user)");
        } else {
            findPeer(ctx, destination, environment.links().nanoClock().getAsLong());
        }
    }

    /**
     * Carries the connection once its peer is known, or once it is known that it has none.
     *
     * @param since the time in nanoseconds when it was captured
     */
    private void findPeer(ChannelHandlerContext ctx, InetSocketAddress destination, long since) {
        Channel captured = ctx.channel();
        environment.addresses().owner(captured.eventLoop(), destination, owner -> {
            if (owner.config() != environment.links().live().current() && captured.isOpen()) {
                captured.eventLoop().execute(() -> findPeer(ctx, destination, since)); // its peer may be known by now
                return;
            }
            if (owner.peer().isEmpty() && captured.isOpen() && mayFindPeer(destination, since)) {
                captured.eventLoop()
                        .schedule(
                                () -> findPeer(ctx, destination, since),
                                LOOK_INTERVAL.toMillis(),
                                TimeUnit.MILLISECONDS);
                return;
            }
            carry(captured, destination, owner);
            handOver(ctx);
        });
    }

    /** Returns whether a source is about to say that a node with the address exists, or a node at the address who it is. */
    private boolean mayFindPeer(InetSocketAddress destination, long since) {
        PeerDiscovery discovery = environment.links().live().current().discovery();
        return discovery.enabled()
                && environment.links().nanoClock().getAsLong() - since < PATIENCE.toNanos()
                && IpAddress.parse(HostPorts.of(destination).host())
                        .filter(discovery.found()::mayBecomeKnown)
                        .isPresent();
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

    private void carry(Channel captured, InetSocketAddress destination, PeerAddresses.Owner owner) {
        if (!captured.isOpen()) {
            return;
        }
        HostPort address = HostPorts.of(destination);
        if (owner.peer().isEmpty()) {
            Optional<String> objection = objectionToPassing(address, owner.certain());
            if (objection.isPresent()) {
                refuse(captured, Failure.UNIDENTIFIED_PEER, objection.get());
            } else {
                new PassedConnection(environment, captured, address).start();
            }
            return;
        }
        if (capture.tls().isPresent()) {
            PeerId peer = owner.peer().get();
            EncryptedConnection.await(
                    environment,
                    captured,
                    capture.listen(),
                    peer,
                    capture.tls().get(),
                    tls -> carry(captured, address, peer, Optional.of(tls.dialing(IpAddress.parse(address.host())))));
        } else {
            carry(captured, address, owner.peer().get(), Optional.empty());
        }
    }

    private void carry(Channel captured, HostPort address, PeerId peer, Optional<EndedTls> tls) {
        new CapturedConnection(
                        environment,
                        captured,
                        peer,
                        address.toString(),
                        capture.trafficClass(),
                        Optional.of(address),
                        tls,
                        new AcceptedConnection.ResetOnFailure(captured))
                .start(true);
    }

    /**
     * Returns why a connection to an address of no peer must not go there without a link, if it must not.
     *
     * @param certain false if the address may be that of a peer whose name has no address now
     */
    private Optional<String> objectionToPassing(HostPort destination, boolean certain) {
        Config config = environment.links().live().current();
        if (config.dryRun().active()) {
            return Optional.empty();
        }
        boolean found = IpAddress.parse(destination.host())
                .filter(config.discovery()::requiresLink)
                .isPresent();
        if (found) {
            return Optional.of("the node at " + destination + " has not said who it is, so there is no link to it");
        }
        return certain || config.link().tls().isEmpty()
                ? Optional.empty()
                : Optional.of("the name of a peer has no address, so " + destination + " may be that peer");
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
