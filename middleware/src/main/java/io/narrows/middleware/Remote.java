package io.narrows.middleware;

import io.narrows.config.Location;
import io.narrows.middleware.meter.CallMeter;
import java.util.Optional;

/** The other end of calls. One object for each configured place: compared by identity, as it is a key on the way of each call. */
final class Remote {
    /** Nothing tells where it is. */
    static final Remote UNKNOWN = new Remote(CallMeter.UNKNOWN_PEER, Optional.empty());

    private final String name;
    private final Optional<Location> location;

    private Remote(String name, Optional<Location> location) {
        this.name = name;
        this.location = location;
    }

    static Remote at(String name, Location location) {
        return new Remote(name, Optional.of(location));
    }

    /** The id of a peer, or the name of a place. */
    String name() {
        return name;
    }

    Optional<Location> location() {
        return location;
    }
}
