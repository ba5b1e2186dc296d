package io.narrows.middleware;

import io.narrows.config.Location;
import io.narrows.middleware.meter.CallMeter;
import java.util.Optional;

/**
 * The remote end of calls, one instance per configured place. Compared by identity, because it is a key on the path of every
 * call.
 */
final class Remote {
    /** A remote whose location is unknown. */
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

    /** Returns the id of a peer, or the name of a place. */
    String name() {
        return name;
    }

    Optional<Location> location() {
        return location;
    }
}
