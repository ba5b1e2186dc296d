package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * A local service that peers may open connections to.
 *
 * @param address where it listens
 * @param peers the ids of the only peers that may open it; empty when all peers may
 * @param tls whether it takes encrypted links only, whatever {@code link.tls.mode} says
 */
public record Target(HostPort address, Optional<List<String>> peers, boolean tls) {
    public Target {
        peers = peers.map(List::copyOf);
    }

    /** A target that links in plain text may open too, as far as the links themselves may. */
    public Target(HostPort address, Optional<List<String>> peers) {
        this(address, peers, false);
    }

    /** A target that all peers may open. */
    public static Target forAll(HostPort address) {
        return new Target(address, Optional.empty());
    }

    /**
     * Whether a link in plain text may open it. A list of peers is worth nothing there, since a hello proves no name.
     *
     * @param tlsConfigured whether this node has certificates, so that the peer could have proved its name
     */
    public boolean takesPlainText(boolean tlsConfigured) {
        return !tls && !(tlsConfigured && peers.isPresent());
    }

    /** Whether the peer of that id may open it. */
    public boolean admits(String peer) {
        return peers.isEmpty() || peers.get().contains(peer);
    }
}
