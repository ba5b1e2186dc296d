package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * What a recogniser makes of first bytes.
 *
 * @param trafficClass only when something was found
 */
record Finding(Kind kind, Optional<TrafficClass> trafficClass) {
    enum Kind {
        /** Whatever follows, this is something else. */
        NOTHING,
        /** What follows may tell. */
        UNDECIDED,
        /** Found, unless the rhythm says more. */
        CARRIER,
        /** Found. */
        FOUND
    }

    static final Finding NOTHING = new Finding(Kind.NOTHING, Optional.empty());
    static final Finding UNDECIDED = new Finding(Kind.UNDECIDED, Optional.empty());

    static Finding of(TrafficClass trafficClass) {
        return new Finding(Kind.FOUND, Optional.of(trafficClass));
    }

    /** A protocol that carries anything. */
    static Finding carrier(TrafficClass trafficClass) {
        return new Finding(Kind.CARRIER, Optional.of(trafficClass));
    }
}
