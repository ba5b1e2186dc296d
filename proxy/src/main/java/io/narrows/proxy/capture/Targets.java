package io.narrows.proxy.capture;

import io.narrows.config.CaptureMarks;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.SourceAddress;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.ReachedOnce.Destination;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.session.OpenRequests;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.DeliveryMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.transport.ErrorText;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Dials the local targets that peers request, before any of the connection's bytes arrive. */
public final class Targets implements OpenRequests {
    private static final Logger LOG = LoggerFactory.getLogger(Targets.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final LinkEnvironment environment;
    private final LinkSecurity security;
    private final Sockets sockets;
    private final LocalConnections localConnections;
    private final PeerAddresses addresses;
    private final DatabaseTls databaseTls;
    private final DeliveryMeter meter;
    private final DeliveryRules rules;
    private final BooleanSupplier draining;

    public Targets(
            LinkEnvironment environment,
            LinkSecurity security,
            Sockets sockets,
            LocalConnections localConnections,
            PeerAddresses addresses,
            DatabaseTls databaseTls,
            DeliveryMeter meter,
            BooleanSupplier draining) {
        this.environment = environment;
        this.security = security;
        this.sockets = sockets;
        this.localConnections = localConnections;
        this.addresses = addresses;
        this.databaseTls = databaseTls;
        this.meter = meter;
        this.rules = new DeliveryRules(sockets.privileges().mayKeepSource(), HostPorts::isOfThisHost);
        this.draining = draining;
    }

    @Override
    public void opened(Link link, Open open) {
        if (draining.getAsBoolean()) {
            link.refuse(Refused.Reason.DRAINING, "the peer is stopping");
            return;
        }
        if (WaitingBytes.refuses(queues(link))) {
            refuse(link, open, Refused.Reason.MEMORY, Failure.MEMORY, "the peer has no memory for another connection");
            return;
        }
        if (!link.encrypted() && security.requiresTls(link.peer())) {
            // Plain text was allowed when the link was made. The peer treats a lost link as unanswered, and dials
            // another one with TLS.
            link.cut(Failure.TLS);
            return;
        }
        Config config = environment.live().current();
        Delivery delivery = rules.decide(config, link.peer(), link.encrypted(), open.getTarget());
        if (delivery instanceof Delivery.Denied denied) {
            refuse(link, open, denied.reason(), denied.failure(), denied.detail());
        } else if (delivery instanceof Delivery.Granted granted) {
            if (granted.tls().isPresent() == open.hasTls()) {
                deliver(link, open, granted);
            } else {
                refuse(link, open, Refused.Reason.TLS_MISMATCH, Failure.TLS_MISMATCH, mismatch(open));
            }
        }
    }

    private static String mismatch(Open open) {
        return open.hasTls()
                ? "the capture ends TLS, but the target has no certificates to begin it again (add tls: {…} to the target, or"
                        + " remove it from the capture)"
                : "the target begins TLS, but the capture carries what it receives (add tls: {…} to the capture, or remove it"
                        + " from the target)";
    }

    private void deliver(Link link, Open open, Delivery.Granted granted) {
        HostPort address = granted.address();
        if (granted.source() == Delivery.Source.OWN) {
            deliver(link, open, granted, dial(link, address));
            return;
        }
        InetAddress destination = DeliveryRules.ip(address);
        addresses.addressOf(link.eventLoop(), link.peer(), destination, source -> {
            if (source.isPresent()) {
                deliver(link, open, granted, dialFrom(link, source.get(), destination, address.port()));
            } else if (granted.source() == Delivery.Source.PEERS_IF_KNOWN) {
                deliver(link, open, granted, dial(link, address));
            } else {
                refuse(
                        link,
                        open,
                        Refused.Reason.TARGET_DENIED,
                        Failure.TARGET_DENIED,
                        "source: keep, but the peer's configuration has no address of this node for " + address);
            }
        });
    }

    private Future<Channel> dial(Link link, HostPort address) {
        meter.delivered(SourceAddress.OWN);
        return sockets.dial(link.eventLoop(), address, CONNECT_TIMEOUT, LocalConnections::resetUnlessClosedCleanly);
    }

    private Future<Channel> dialFrom(Link link, InetAddress source, InetAddress destination, int port) {
        meter.delivered(SourceAddress.KEEP);
        Promise<Channel> connected = link.eventLoop().newPromise();
        ChannelFuture connecting = sockets.dialFrom(
                link.eventLoop(),
                source,
                new InetSocketAddress(destination, port),
                CaptureMarks.LOCAL,
                CONNECT_TIMEOUT,
                LocalConnections::resetUnlessClosedCleanly);
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                connected.setSuccess(connecting.channel());
            } else {
                connected.setFailure(new IOException(
                        ErrorText.of(done.cause()) + " (dialed from " + source.getHostAddress()
                                + "; replies return only if narrows capture apply has installed the rules)",
                        done.cause()));
            }
        });
        return connected;
    }

    private void deliver(Link link, Open open, Delivery.Granted granted, Future<Channel> connected) {
        HostPort address = granted.address();
        connected.addListener(done -> {
            if (done.isSuccess()) {
                environment.reached().add(new Destination.LocalTarget(address));
                join(
                        link,
                        open,
                        connected.getNow(),
                        granted.tls().map(tls -> TargetTls.of(tls, address, open.getTls())));
            } else {
                refuse(
                        link,
                        open,
                        Refused.Reason.TARGET_UNREACHABLE,
                        Failure.TARGET_UNREACHABLE,
                        environment.reached().failureLevel(new Destination.LocalTarget(address)),
                        unreachable(address, done.cause()));
            }
        });
    }

    /**
     * Returns an error text that names this node, since the peer logs it, too, and could mistake a loopback address
     * for its own.
     */
    private String unreachable(HostPort address, Throwable cause) {
        String reason = ErrorText.of(cause);
        String repeated = ": /" + address;
        return environment.live().current().node().id() + " cannot reach its target at " + address + ": "
                + (reason.endsWith(repeated) ? reason.substring(0, reason.length() - repeated.length()) : reason);
    }

    private Account queues(Link link) {
        return environment.memory().account(Purpose.QUEUES, link.peer());
    }

    /** Joins a link with the connection to its target, and answers the peer. */
    void join(Link link, Open open, Channel target, Optional<TargetTls> tls) {
        Tunnel tunnel = Tunnel.ofTarget(target, environment.nanoClock(), queues(link), link);
        target.pipeline().addLast("tunnel", tunnel);
        if (tls.isPresent()) {
            beginTls(link, open, target, tunnel, tls.get());
        } else {
            accept(link, target, tunnel, Reached.PLAIN);
        }
    }

    private void accept(Link link, Channel target, Tunnel tunnel, Reached reached) {
        localConnections.add(target, link.peer(), tunnel);
        link.accept(tunnel, reached);
        if (link.state() == LinkState.OPEN) {
            tunnel.readLocal();
        }
    }

    /** Answers the peer once its sidecar can tell its database what this one has chosen, or how it has greeted. */
    private void beginTls(Link link, Open open, Channel target, Tunnel tunnel, TargetTls tls) {
        Optional<SslHandler> created = databaseTls.client(tls.tls(), target.alloc(), tls.address(), tls.hello());
        if (created.isEmpty()) {
            tunnel.resetLocal();
            tlsFailed(link, open, "the target's tls was removed from the configuration");
            return;
        }
        TargetHandshake.Outcome outcome = new TargetHandshake.Outcome() {
            @Override
            public void reached(Reached reached) {
                accept(link, target, tunnel, reached);
            }

            @Override
            public void failed(String detail) {
                tlsFailed(link, open, detail);
            }

            @Override
            public void broken(String detail) {
                tlsBroken(link, open, detail);
            }
        };
        new TargetHandshake(nodeId(), target, tunnel, tls, created.get(), environment.nanoClock(), outcome)
                .begin(open.getTls().getStart());
    }

    private String nodeId() {
        return environment.live().current().node().id().value();
    }

    private void tlsFailed(Link link, Open open, String detail) {
        refuse(link, open, Refused.Reason.TARGET_TLS, Failure.DATABASE_TLS, detail);
    }

    /** Reports a failure after the handshake: in TLS 1.3, a target refuses this side's certificate only then. */
    private void tlsBroken(Link link, Open open, String detail) {
        report(link, open, Failure.DATABASE_TLS, Level.WARN, detail);
    }

    private void refuse(Link link, Open open, Refused.Reason reason, Failure failure, String detail) {
        refuse(link, open, reason, failure, Level.WARN, detail);
    }

    private void refuse(Link link, Open open, Refused.Reason reason, Failure failure, Level level, String detail) {
        report(link, open, failure, level, detail);
        link.refuse(reason, detail);
    }

    private void report(Link link, Open open, Failure failure, Level level, String detail) {
        environment.events().failure(link.peer(), failure, Printable.of(open.getTarget()) + ": " + detail);
        environment
                .rateLimitedLog()
                .line(LOG, level, "connection refused", link.peer(), failure.label())
                .addKeyValue("peer", link.peer())
                .addKeyValue("target", Printable.of(open.getTarget()))
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", detail)
                .log();
    }
}
