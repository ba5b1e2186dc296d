package io.narrows.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes that the sources of a configuration have found.
 *
 * @param peers those that have said who they are
 * @param unidentified addresses of nodes that have not yet, with their source
 * @param rivals addresses of nodes that claim the id of another one, with that id
 */
public record FoundNodes(List<Peer> peers, Map<IpAddress, PeerSource> unidentified, Map<IpAddress, PeerId> rivals) {
    /** No node has been found. */
    public static final FoundNodes NONE = new FoundNodes(List.of(), Map.of(), Map.of());

    public FoundNodes {
        peers = List.copyOf(peers);
        unidentified = Map.copyOf(unidentified);
        rivals = Map.copyOf(rivals);
    }

    /** Returns the source that found a node with an address; empty if none did. */
    public Optional<PeerSource> sourceOf(IpAddress address) {
        return Optional.ofNullable(unidentified.get(address))
                .or(() -> peers.stream()
                        .filter(peer -> peer.ips().contains(address))
                        .findFirst()
                        .flatMap(Peer::source));
    }
}
