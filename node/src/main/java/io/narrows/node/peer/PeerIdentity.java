package io.narrows.node.peer;

import java.util.Objects;

/**
 * A member, as its peers know it.
 *
 * @param cluster name of the group
 * @param address where peers dial it, host:port
 */
public record PeerIdentity(String cluster, String address) {
    public PeerIdentity {
        Objects.requireNonNull(cluster, "cluster");
        if (address.lastIndexOf(':') < 1) {
            throw new IllegalArgumentException("peer address: " + address + " (expected: host:port)");
        }
    }
}
