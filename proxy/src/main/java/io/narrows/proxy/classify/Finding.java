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
        /** Found for the request that begins so; the next one on the same connection may be another. */
        REQUEST,
        /** Found. */
        FOUND
    }

    static final Finding NOTHING = new Finding(Kind.NOTHING, Optional.empty());
    static final Finding UNDECIDED = new Finding(Kind.UNDECIDED, Optional.empty());

    static Finding of(TrafficClass trafficClass) {
        return new Finding(Kind.FOUND, Optional.of(trafficClass));
    }

    /** One of many requests; {@link TrafficClass#DEFAULT} for one that says nothing of its class. */
    static Finding request(TrafficClass trafficClass) {
        return new Finding(Kind.REQUEST, Optional.of(trafficClass));
    }

    /** Whether no rhythm can say more. */
    boolean tells() {
        return kind == Kind.FOUND
                || kind == Kind.REQUEST && !trafficClass.orElseThrow().equals(TrafficClass.DEFAULT);
    }

    /** A protocol that carries anything. */
    static Finding carrier(TrafficClass trafficClass) {
        return new Finding(Kind.CARRIER, Optional.of(trafficClass));
    }
}
