package io.narrows.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The nodes that the sources of a configuration have found.
 *
 * @param peers those that have said who they are
 * @param processes by peer, the number of its process in its hellos, where it is known
 * @param others addresses that are reported now but are no peer's, with their source: of nodes that have not said who they are,
 *     that claim the id of another one, or that are too many
 * @param departed addresses that proven peers had within the last hour, with their source
 * @param rivals those of {@code others} whose nodes claim the id of another one, with that id
 * @param unasked those of {@code others} whose nodes are being asked for the first time
 * @param heard sources that have reported at least once
 * @param tried whether each source has reported, or has failed, at least once
 */
public record FoundNodes(
        List<Peer> peers,
        Map<PeerId, Long> processes,
        Map<IpAddress, PeerSource> others,
        Map<IpAddress, PeerSource> departed,
        Map<IpAddress, PeerId> rivals,
        Set<IpAddress> unasked,
        Set<PeerSource> heard,
        boolean tried) {
    /** No node has been found, because no source has reported yet. */
    public static final FoundNodes NONE =
            new FoundNodes(List.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Set.of(), false);

    public FoundNodes {
        peers = List.copyOf(peers);
        processes = Map.copyOf(processes);
        others = Map.copyOf(others);
        departed = Map.copyOf(departed);
        rivals = Map.copyOf(rivals);
        unasked = Set.copyOf(unasked);
        heard = Set.copyOf(heard);
    }

    /** Returns whether it is to be known in a moment whether a node with this address is a peer. */
    public boolean mayBecomeKnown(IpAddress address) {
        return !tried || unasked.contains(address);
    }

    /** Returns the source that reports a node with an address now; empty if none does. */
    public Optional<PeerSource> sourceOf(IpAddress address) {
        return Optional.ofNullable(others.get(address))
                .or(() -> peers.stream()
                        .filter(peer -> peer.ips().contains(address))
                        .findFirst()
                        .flatMap(Peer::source));
    }

    /**
     * Returns the nodes that remain under other sources, with the sources' present settings. A node remains if its source
     * still looks in the same place and asks for the same proof.
     *
     * @param admits says which peers may remain
     */
    FoundNodes under(List<PeerSource> sources, Function<Peer, Boolean> admits, Set<PeerId> listed) {
        List<Peer> kept = peers.stream()
                .filter(admits::apply)
                .flatMap(peer -> peer.source().flatMap(old -> present(sources, old)).map(peer::foundBy).stream())
                .toList();
        Map<IpAddress, PeerId> claims = new HashMap<>(rivals);
        claims.values().removeAll(listed);
        Map<IpAddress, PeerSource> remaining = present(sources, others);
        for (Peer left : peers) {
            if (!admits.apply(left)) {
                left.source()
                        .flatMap(old -> present(sources, old))
                        .ifPresent(now -> left.ips().forEach(ip -> remaining.put(ip, now)));
            }
        }
        Set<IpAddress> waiting = new HashSet<>(unasked);
        waiting.retainAll(remaining.keySet());
        Set<PeerSource> known = new HashSet<>();
        heard.forEach(old -> present(sources, old).ifPresent(known::add));
        return new FoundNodes(
                kept,
                processes,
                remaining,
                present(sources, departed),
                claims,
                waiting,
                known,
                tried && known.size() == heard.size());
    }

    private static Map<IpAddress, PeerSource> present(List<PeerSource> sources, Map<IpAddress, PeerSource> old) {
        Map<IpAddress, PeerSource> present = new HashMap<>();
        old.forEach((address, source) -> present(sources, source).ifPresent(now -> present.put(address, now)));
        return present;
    }

    private static Optional<PeerSource> present(List<PeerSource> sources, PeerSource old) {
        return sources.stream().filter(old::isReplacedBy).findFirst();
    }
}
