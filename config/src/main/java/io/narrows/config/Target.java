package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * A local service that peers may open connections to.
 *
 * @param address address of the service
 * @param peers ids of the peers that may open it; empty if all peers may
 * @param tls whether it accepts encrypted links only, regardless of {@code link.tls.mode}
 * @param originated TLS that this sidecar begins to the service; empty if it connects in plain text
 */
public record Target(HostPort address, Optional<List<PeerId>> peers, boolean tls, Optional<OriginatedTls> originated) {
    public Target {
        peers = peers.map(List::copyOf);
    }

    /** Creates a target to which this sidecar connects in plain text. */
    public Target(HostPort address, Optional<List<PeerId>> peers, boolean tls) {
        this(address, peers, tls, Optional.empty());
    }

    /** Creates a target that links in plain text may open as well, where {@code link.tls.mode} permits such links. */
    public Target(HostPort address, Optional<List<PeerId>> peers) {
        this(address, peers, false);
    }

    /** Returns a target that all peers may open. */
    public static Target forAll(HostPort address) {
        return new Target(address, Optional.empty());
    }

    /**
     * Returns whether a link in plain text may open the target. With a list of peers it may not, since an unencrypted hello
     * does not prove the peer's id.
     *
     * @param tlsConfigured whether this node has certificates, so that the peer could have proved its id
     */
    public boolean takesPlainText(boolean tlsConfigured) {
        return !tls
                && !(tlsConfigured && peers.isPresent())
                && originated.filter(begun -> !begun.plaintext()).isEmpty();
    }

    /** Returns whether the peer with that id may open the target. */
    public boolean admits(PeerId peer) {
        return peers.isEmpty() || peers.get().contains(peer);
    }
}
