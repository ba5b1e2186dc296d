package io.narrows.node.peer;

import java.util.Objects;

/**
 * A member's identity among its peers.
 *
 * @param cluster name of the group
 * @param address host:port that peers dial
 */
public record PeerIdentity(String cluster, String address) {
    public PeerIdentity {
        Objects.requireNonNull(cluster, "cluster");
        if (address.lastIndexOf(':') < 1) {
            throw new IllegalArgumentException("peer address: " + address + " (expected: host:port)");
        }
    }
}
