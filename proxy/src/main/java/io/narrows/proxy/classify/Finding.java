package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * The result of a recognizer for the first bytes of a stream.
 *
 * @param trafficClass present only if something was found
 */
record Finding(Kind kind, Optional<TrafficClass> trafficClass) {
    enum Kind {
        /** Not recognized, whatever follows. */
        NOTHING,
        /** Depends on the following bytes. */
        UNDECIDED,
        /** Recognized as a carrier of any traffic, which the rhythm may identify. */
        CARRIER,
        /** Recognized for the current request; the next one on the same connection may differ. */
        REQUEST,
        /** Recognized. */
        FOUND
    }

    static final Finding NOTHING = new Finding(Kind.NOTHING, Optional.empty());
    static final Finding UNDECIDED = new Finding(Kind.UNDECIDED, Optional.empty());

    static Finding of(TrafficClass trafficClass) {
        return new Finding(Kind.FOUND, Optional.of(trafficClass));
    }

    /** Returns the finding for one of many requests; {@link TrafficClass#DEFAULT} if its class is unknown. */
    static Finding request(TrafficClass trafficClass) {
        return new Finding(Kind.REQUEST, Optional.of(trafficClass));
    }

    /** Returns whether the rhythm cannot refine the finding. */
    boolean tells() {
        return kind == Kind.FOUND
                || kind == Kind.REQUEST && !trafficClass.orElseThrow().equals(TrafficClass.DEFAULT);
    }

    /** Returns the finding for a protocol that carries any traffic. */
    static Finding carrier(TrafficClass trafficClass) {
        return new Finding(Kind.CARRIER, Optional.of(trafficClass));
    }
}
