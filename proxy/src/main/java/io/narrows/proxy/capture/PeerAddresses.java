package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.Fallback;
import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
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
import java.util.HashSet;
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
 * has them. Names are looked up for each configuration, again in the background when an address is needed half a minute later,
 * and at once for an address that belongs to no peer. Safe for use by many threads.
 */
public final class PeerAddresses {
    private static final Duration NAMES_STAY = Duration.ofSeconds(30);

    /** Time for which an address without an owner stays so; a node may have been given it since. */
    private static final Duration UNOWNED_STAYS = Duration.ofSeconds(1);

    /**
     * The owner of an address.
     *
     * @param peer empty if it is no peer's
     * @param certain false if it may be that of a peer whose name has no address now
     * @param config the configuration that says so
     */
    record Owner(Optional<PeerId> peer, boolean certain, Config config) {}

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
    void owner(EventLoop loop, InetSocketAddress address, Consumer<Owner> found) {
        withIndex(loop, known -> {
            Owner owner = known.owner(address);
            boolean believed = owner.peer().isPresent() || known.isYoung(nanoClock.getAsLong(), UNOWNED_STAYS);
            if (believed) {
                found.accept(owner);
            } else {
                lookUp(loop, live.current(), known, next -> found.accept(next.owner(address)));
            }
        });
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
        if (!last.isYoung(nanoClock.getAsLong(), NAMES_STAY) && refreshing.compareAndSet(false, true)) {
            lookUp(loop, config, last, next -> refreshing.set(false));
        }
    }

    /** Looks up all names of a configuration; one that cannot be looked up now keeps its addresses. */
    private void lookUp(EventLoop loop, Config config, @Nullable Index last, Consumer<Index> action) {
        Set<String> names = names(config);
        Map<String, List<InetAddress>> found = new HashMap<>();
        if (last != null) {
            found.putAll(last.byName);
            found.keySet().retainAll(names);
            if (last.config != config
                    && found.keySet().containsAll(names)
                    && last.isYoung(nanoClock.getAsLong(), UNOWNED_STAYS)) {
                names = Set.of(); // all of them are known from the configuration before, and as old as they were
            }
        }
        long madeAt = names.isEmpty() && last != null ? last.madeAt : nanoClock.getAsLong();
        Runnable end = () -> {
            Index next = new Index(config, found, madeAt);
            index = next;
            action.accept(next);
        };
        if (names.isEmpty()) {
            end.run();
            return;
        }
        Set<String> waiting = new HashSet<>(names);
        for (String host : names) {
            Future<List<InetSocketAddress>> lookup = this.names.lookUp(loop, host);
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

    private static Set<String> names(Config config) {
        Set<String> names = new LinkedHashSet<>(hosts(config));
        names.removeIf(host -> !new HostPort(host, 0).needsResolver());
        return names;
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
        private final boolean complete;
        private final long madeAt;

        Index(Config config, Map<String, List<InetAddress>> byName, long madeAt) {
            this.config = config;
            this.byName = Map.copyOf(byName);
            this.madeAt = madeAt;
            this.hasNames = !names(config).isEmpty();
            this.complete = config.peers().stream()
                    .filter(peer -> !fallsBack(config, peer))
                    .allMatch(peer ->
                            peer.hosts().stream().noneMatch(host -> found(host).isEmpty()));
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

        private static boolean fallsBack(Config config, Peer peer) {
            Traffic traffic = config.trafficTo(peer, TrafficClass.DEFAULT);
            return config.fallback(peer, traffic).fallback() == Fallback.PLAIN;
        }

        private Collection<InetAddress> found(String host) {
            return new HostPort(host, 0).needsResolver()
                    ? byName.getOrDefault(host, List.of())
                    : List.of(DeliveryRules.ip(new HostPort(host, 0)));
        }

        boolean isYoung(long now, Duration age) {
            return !hasNames || now - madeAt < age.toNanos();
        }

        Owner owner(InetSocketAddress address) {
            PeerId owner = ownersOfSockets.get(address);
            return new Owner(
                    Optional.ofNullable(owner == null ? owners.get(address.getAddress()) : owner), complete, config);
        }

        Optional<InetAddress> addressOf(PeerId peer, boolean v6) {
            return addresses.getOrDefault(peer, List.of()).stream()
                    .filter(address -> address instanceof Inet6Address == v6)
                    .findFirst();
        }
    }
}
