package io.narrows.proxy.link.pool;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pools of all peers, one for each event loop, so that a link and its captured connection share one. */
public final class LinkPools implements LinkSource {
    private final LinkEnvironment environment;
    private final Sockets sockets;
    private final LinkHandshakes handshakes;
    private final Map<EventLoop, Map<PeerId, LinkPool>> pools = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public LinkPools(LinkEnvironment environment, Sockets sockets, LinkHandshakes handshakes, List<EventLoop> loops) {
        this.environment = environment;
        this.sockets = sockets;
        this.handshakes = handshakes;
        loops.forEach(loop -> pools.put(loop, new HashMap<>()));
    }

    /** Applies a configuration: creates the pools of new peers and closes those of removed ones. */
    public void applyConfig(Config config) {
        closed = false;
        Set<PeerId> ids = config.peers().stream().map(Peer::id).collect(Collectors.toSet());
        pools.forEach((loop, byPeer) -> loop.execute(() -> {
            byPeer.entrySet().removeIf(entry -> {
                boolean gone = !ids.contains(entry.getKey());
                if (gone) {
                    entry.getValue().close();
                }
                return gone;
            });
            config.peers().forEach(peer -> apply(config, loop, peer));
        }));
    }

    private LinkPool apply(Config config, EventLoop loop, Peer peer) {
        int wanted = (config.link().minIdle() + pools.size() - 1) / pools.size();
        LinkPool pool = Objects.requireNonNull(pools.get(loop))
                .computeIfAbsent(peer.id(), id -> new LinkPool(environment, sockets, handshakes, loop, peer, wanted));
        pool.applyConfig(peer, wanted);
        return pool;
    }

    @Override
    public @Nullable Link take(EventLoop loop, PeerId peer) {
        LinkPool pool = pool(loop, peer);
        return pool == null ? null : pool.take();
    }

    @Override
    public Future<Link> dial(EventLoop loop, PeerId peer) {
        LinkPool pool = pool(loop, peer);
        return pool == null
                ? loop.newFailedFuture(new NoLinkException("peer " + peer + " is not known: not found yet, or removed"))
                : pool.dial();
    }

    /** Returns the pool of a peer; creates it if the peer is so new that its configuration is yet to be applied here. */
    private @Nullable LinkPool pool(EventLoop loop, PeerId peer) {
        LinkPool pool = Objects.requireNonNull(pools.get(loop)).get(peer);
        if (pool != null || closed) {
            return pool;
        }
        Config config = environment.live().current();
        return config.peer(peer).map(added -> apply(config, loop, added)).orElse(null);
    }

    /** Stops keeping links ready; those in use continue. */
    public void close() {
        closed = true;
        pools.forEach((loop, byPeer) -> loop.execute(() -> {
            byPeer.values().forEach(LinkPool::close);
            byPeer.clear();
        }));
    }
}
