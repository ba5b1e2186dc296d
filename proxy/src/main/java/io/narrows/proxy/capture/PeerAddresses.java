package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of peers' nodes, by which a database connects to them and from which they connect, as this node's configuration
 * has them. Names are looked up for each configuration, and again in the background when an address is needed half a minute
 * later. Safe for use by many threads.
 */
public final class PeerAddresses {
    private static final Duration NAMES_STAY = Duration.ofSeconds(30);

    /** Looks up the addresses of hosts. */
    interface Names {
        Future<List<InetSocketAddress>> lookUp(EventLoop loop, String host);
    }

    private final LiveConfig live;
    private final Names names;
    private final LongSupplier nanoClock;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile @Nullable Index index;

    public PeerAddresses(LiveConfig live, Sockets sockets, LongSupplier nanoClock) {
        this(live, sockets::lookUp, nanoClock);
    }

    PeerAddresses(LiveConfig live, Names names, LongSupplier nanoClock) {
        this.live = live;
        this.names = names;
        this.nanoClock = nanoClock;
    }

    /**
     * Finds the peer that an address belongs to, now or after a lookup.
     *
     * @param found called on the event loop
     */
    void owner(EventLoop loop, InetSocketAddress address, Consumer<Optional<PeerId>> found) {
        withIndex(loop, known -> found.accept(known.owner(address)));
    }

    /**
     * Finds the first address of a peer in the family of another address, now or after a lookup.
     *
     * @param found called on the event loop
     */
    void addressOf(EventLoop loop, PeerId peer, InetAddress sameFamily, Consumer<Optional<InetAddress>> found) {
        withIndex(loop, known -> found.accept(known.addressOf(peer, sameFamily instanceof Inet6Address)));
    }

    private void withIndex(EventLoop loop, Consumer<Index> action) {
        Config config = live.current();
        Index last = index;
        if (last == null || last.config != config) {
            lookUp(loop, config, last, action);
            return;
        }
        action.accept(last);
        if (!last.isFresh(nanoClock.getAsLong()) && refreshing.compareAndSet(false, true)) {
            lookUp(loop, config, last, next -> refreshing.set(false));
        }
    }

    /** Looks up all hosts of a configuration; a name that cannot be looked up now keeps its addresses. */
    private void lookUp(EventLoop loop, Config config, @Nullable Index last, Consumer<Index> action) {
        Set<String> waiting = hosts(config);
        Map<String, List<InetAddress>> found = new HashMap<>();
        if (last != null) {
            found.putAll(last.byName);
            found.keySet().retainAll(waiting);
        }
        Runnable end = () -> {
            Index next = new Index(config, found, nanoClock.getAsLong());
            index = next;
            action.accept(next);
        };
        if (waiting.isEmpty()) {
            end.run();
            return;
        }
        for (String host : List.copyOf(waiting)) {
            Future<List<InetSocketAddress>> lookup = names.lookUp(loop, host);
            lookup.addListener(done -> {
                if (lookup.isSuccess()) {
                    found.put(
                            host,
                            lookup.getNow().stream()
                                    .map(InetSocketAddress::getAddress)
                                    .toList());
                }
                waiting.remove(host);
                if (waiting.isEmpty()) {
                    end.run();
                }
            });
        }
    }

    private static Set<String> hosts(Config config) {
        Set<String> hosts = new LinkedHashSet<>();
        for (Peer peer : config.peers()) {
            hosts.addAll(peer.hosts());
            peer.addresses().values().forEach(address -> hosts.add(address.host()));
        }
        return hosts;
    }

    /** All addresses at one time. */
    private static final class Index {
        private final Config config;
        private final Map<String, List<InetAddress>> byName;
        private final Map<InetSocketAddress, PeerId> ownersOfSockets = new HashMap<>();
        private final Map<InetAddress, PeerId> owners = new HashMap<>();
        private final Map<PeerId, List<InetAddress>> addresses = new HashMap<>();
        private final boolean hasNames;
        private final long madeAt;

        Index(Config config, Map<String, List<InetAddress>> byName, long madeAt) {
            this.config = config;
            this.byName = Map.copyOf(byName);
            this.madeAt = madeAt;
            this.hasNames = hosts(config).stream().anyMatch(host -> new HostPort(host, 0).needsResolver());
            config.peers().forEach(this::add);
        }

        private void add(Peer peer) {
            for (HostPort address : peer.addresses().values()) {
                for (InetAddress ip : found(address.host())) {
                    ownersOfSockets.putIfAbsent(new InetSocketAddress(ip, address.port()), peer.id());
                }
            }
            List<InetAddress> own = new ArrayList<>();
            peer.hosts().stream().map(this::found).forEach(own::addAll);
            own.forEach(ip -> owners.putIfAbsent(ip, peer.id()));
            addresses.put(peer.id(), own);
        }

        private Collection<InetAddress> found(String host) {
            return byName.getOrDefault(host, List.of());
        }

        boolean isFresh(long now) {
            return !hasNames || now - madeAt < NAMES_STAY.toNanos();
        }

        Optional<PeerId> owner(InetSocketAddress address) {
            PeerId owner = ownersOfSockets.get(address);
            return Optional.ofNullable(owner == null ? owners.get(address.getAddress()) : owner);
        }

        Optional<InetAddress> addressOf(PeerId peer, boolean v6) {
            return addresses.getOrDefault(peer, List.of()).stream()
                    .filter(address -> address instanceof Inet6Address == v6)
                    .findFirst();
        }
    }
}
