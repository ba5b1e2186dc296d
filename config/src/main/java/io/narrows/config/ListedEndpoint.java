package io.narrows.config;

import io.narrows.config.yaml.Place;
import java.util.Optional;

/**
 * A peer that a file outside the configuration lists.
 *
 * @param link an IP address or a name, and a port
 * @param id empty if only the peer itself knows it
 * @param location empty if only the peer itself knows it
 * @param place position in the file, for problems found later
 */
public record ListedEndpoint(HostPort link, Optional<PeerId> id, Optional<Location> location, Place place) {
    /** Returns whether both say the same, at whatever positions. */
    boolean isSameAs(ListedEndpoint other) {
        return link.isSameAs(other.link) && id.equals(other.id) && location.equals(other.location);
    }
}
