package io.narrows.proxy.discovery;

import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import java.util.Optional;

/**
 * The link address of a sidecar, as a source of peers reports it.
 *
 * @param link an IP address and a port
 * @param id the node's id, if the source knows it; otherwise the node says it in its hello
 * @param location the node's place, if the source knows it; otherwise the node says it in its hello
 */
public record Endpoint(HostPort link, Optional<PeerId> id, Optional<Location> location) {
    /** Returns an endpoint of which only the address is known. */
    public static Endpoint of(HostPort link) {
        return new Endpoint(link, Optional.empty(), Optional.empty());
    }
}
