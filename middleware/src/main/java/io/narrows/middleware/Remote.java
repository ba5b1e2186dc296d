package io.narrows.middleware;

import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.middleware.meter.CallMeter;
import java.util.Optional;

/**
 * The remote end of calls, one instance per configured place. Compared by identity, because it is a key on the path of every
 * call.
 */
final class Remote {
    /** A remote whose location is unknown. */
    static final Remote UNKNOWN = new Remote(CallMeter.UNKNOWN_PEER, Optional.empty());

    private final PeerId name;
    private final Optional<Location> location;

    private Remote(PeerId name, Optional<Location> location) {
        this.name = name;
        this.location = location;
    }

    static Remote at(PeerId name, Location location) {
        return new Remote(name, Optional.of(location));
    }

    /** Returns the id of a peer, or the name of a place. */
    PeerId name() {
        return name;
    }

    Optional<Location> location() {
        return location;
    }
}
