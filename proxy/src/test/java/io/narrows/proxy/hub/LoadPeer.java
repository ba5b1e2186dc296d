package io.narrows.proxy.hub;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkListener;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.pool.LinkPools;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An ordinary peer: the link side of a sidecar, without captures and targets, and its connections to the hub. */
final class LoadPeer implements AutoCloseable {
    /** Every third connection is slow, at both of its ends. */
    private static final int SLOW_ONE_IN = 3;

    private final int number;
    private final Transport transport;
    private final LinkPools pools;
    private final LinkListener listener;
    private final Watchdog watchdog;
    private final EventMeter events = new EventMeter();
    private final List<LoadConnection> connections = new ArrayList<>();

    LoadPeer(int number, Transport transport) throws IOException {
        this(number, HubConfig.ofPeer(number), transport);
    }

    /** @param yaml its configuration */
    LoadPeer(int number, String yaml, Transport transport) throws IOException {
        this.number = number;
        this.transport = transport;
        LinkEnvironment environment = LinkEnvironments.of(yaml, events, transport.workers(), System::nanoTime);
        Config config = environment.live().current();
        Sockets sockets = new Sockets(transport);
        LinkHandshakes handshakes = new LinkHandshakes(
                environment,
                (link, open) -> link.refuse(Refused.Reason.UNKNOWN_TARGET, "a peer of the load has no targets"),
                new LinkSecurity(
                        new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                        new TlsPeers(Runnable::run),
                        System::nanoTime),
                () -> false,
                "hub-soak");
        this.pools = new LinkPools(environment, sockets, handshakes, transport.loops());
        this.listener = new LinkListener(sockets, handshakes, config.link().listen());
        this.watchdog =
                new Watchdog(environment.registry(), (loop, stoodStill) -> {}, transport.loops(), System::nanoTime);
        pools.applyConfig(config);
    }

    /** Opens one more connection. */
    void connect(long seed, boolean mayBeRefused, Tally tally) {
        int index = connections.size();
        String name = HubConfig.peer(number) + "/" + index;
        LoadConnection connection = new LoadConnection(
                name,
                seed * 1_000_003 + number * 4_099L + index,
                index % SLOW_ONE_IN == 0,
                mayBeRefused,
                transport.allocator(),
                tally);
        connections.add(connection);
        dial(index, connection::start);
    }

    /** Opens a quiet connection. */
    QuietConnection connectQuietly(int index) {
        QuietConnection connection = new QuietConnection(number * 4_099L + index, transport.allocator());
        dial(index, connection::start);
        return connection;
    }

    private void dial(int index, GenericFutureListener<Future<Link>> listener) {
        EventLoop loop =
                transport.loops().get((number + index) % transport.loops().size());
        loop.execute(() -> pools.dial(loop, new PeerId(HubConfig.HUB)).addListener(listener));
    }

    EventMeter events() {
        return events;
    }

    List<LoadConnection> connections() {
        return connections;
    }

    @Override
    public void close() {
        watchdog.close();
        listener.close();
        pools.close();
    }
}
