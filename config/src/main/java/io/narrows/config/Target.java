package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * A local service that peers may open connections to.
 *
 * @param address where it listens
 * @param peers the ids of the only peers that may open it; empty when all peers may
 */
public record Target(HostPort address, Optional<List<String>> peers) {
    public Target {
        peers = peers.map(List::copyOf);
    }

    /** A target that all peers may open. */
    public static Target forAll(HostPort address) {
        return new Target(address, Optional.empty());
    }

    /** Whether the peer of that id may open it. */
    public boolean admits(String peer) {
        return peers.isEmpty() || peers.get().contains(peer);
    }
}
