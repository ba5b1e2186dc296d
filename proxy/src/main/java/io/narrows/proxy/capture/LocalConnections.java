package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watched;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications' connections of all tunnels, captured ones and those to targets, and the connections that carry them without
 * a link. A connection may outlive its link while bytes are queued for a slow application. Connections whose other end vanished
 * without closing are reset. Safe for use by many threads.
 */
public final class LocalConnections implements Watched {
    private static final Logger LOG = LoggerFactory.getLogger(LocalConnections.class);

    /** @param peer the peer at the other end; the id for unknown ones without */
    private record Local(PeerId peer, Tunnel tunnel) {}

    private final LinkEnvironment environment;
    private final Map<Channel, Local> locals = new ConcurrentHashMap<>();
    private final Map<Channel, DirectConnection> directs = new ConcurrentHashMap<>();

    public LocalConnections(LinkEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Makes a close reset the connection. If this process is killed, the kernel closes its sockets; with a FIN,
     * truncation would look like a clean end to the application.
     */
    static void resetUnlessClosedCleanly(Channel local) {
        if (local.isOpen()) {
            local.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** @param peer the peer at the other end; the id for unknown ones without */
    void add(Channel local, PeerId peer, Tunnel tunnel) {
        locals.put(local, new Local(peer, tunnel));
        local.closeFuture().addListener(closed -> locals.remove(local));
    }

    /** Adds a connection to a destination that carries a tunnel without a link. */
    void addDirect(Channel remote, DirectConnection direct) {
        directs.put(remote, direct);
        remote.closeFuture().addListener(closed -> directs.remove(remote));
    }

    /** Returns the peers at the other end of open connections, with and without links. */
    public Set<PeerId> peers() {
        Set<PeerId> peers = new HashSet<>();
        locals.values().forEach(local -> peers.add(local.peer()));
        peers.remove(EventMeter.UNKNOWN_PEER);
        return peers;
    }

    /** Returns the number of open connections. */
    public int size() {
        return locals.size();
    }

    @Override
    public void lookAfter(EventLoop loop, boolean stoodStill) {
        Duration liveness = environment.live().current().link().liveness();
        locals.forEach((channel, local) -> {
            if (channel.eventLoop() == loop
                    && channel.isOpen()
                    && local.tunnel().applicationIsGone(liveness, stoodStill)) {
                report(Failure.LOCAL_SILENT, "application is gone; resetting its connection", local.peer(), channel);
                resetUnlessClosedCleanly(channel);
                channel.close();
            }
        });
        directs.forEach((remote, direct) -> {
            if (remote.eventLoop() == loop && remote.isOpen() && direct.destinationIsGone(liveness, stoodStill)) {
                report(Failure.PEER_SILENT, "destination is gone; resetting its connection", direct.peer(), remote);
                direct.cut(Failure.PEER_SILENT);
            }
        });
    }

    private void report(Failure failure, String message, PeerId peer, Channel gone) {
        Duration liveness = environment.live().current().link().liveness();
        String detail = gone.remoteAddress() + " has not acknowledged any data for " + liveness.toMillis() + " ms";
        environment.events().failure(peer, failure, detail);
        environment
                .rateLimitedLog()
                .line(LOG, message, peer, failure.label())
                .addKeyValue("peer", peer)
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", detail)
                .log();
    }

    /** Resets all connections: their queued bytes are lost, and that must not look like a clean end. */
    public void resetAll() {
        for (Channel local : locals.keySet()) {
            local.eventLoop()
                    .submit(() -> {
                        if (local.isOpen()) {
                            local.config().setOption(ChannelOption.SO_LINGER, 0);
                            local.close();
                        }
                    })
                    .awaitUninterruptibly();
        }
    }
}
