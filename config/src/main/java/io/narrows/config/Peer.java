package io.narrows.config;

import java.util.Map;

/**
 * Another node, reached through its own sidecar.
 *
 * @param link where the peer's sidecar listens for links
 * @param addresses by target, the address that the database itself gives the peer; what a CONNECT may ask for
 */
public record Peer(String id, Location location, HostPort link, Map<String, HostPort> addresses) {
    public Peer {
        addresses = Ordered.copy(addresses);
    }
}
