package io.narrows.config;

import java.util.Map;
import java.util.Optional;

/**
 * Another node, reached through its own sidecar.
 *
 * @param location where it is; empty when the file leaves that to the peer's hello
 * @param link where the peer's sidecar listens for links
 * @param addresses by target, the address that the database itself gives the peer; what a CONNECT may ask for
 */
public record Peer(String id, Optional<Location> location, HostPort link, Map<String, HostPort> addresses) {
    public Peer {
        addresses = Ordered.copy(addresses);
    }
}
