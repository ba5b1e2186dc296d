package io.narrows.cli.advise;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;

/** Traffic that a rule can select. */
record Kind(PeerId peer, TrafficClass trafficClass) {
    /** Returns {@code replication to db-2}. */
    @Override
    public String toString() {
        return trafficClass + " to " + peer;
    }
}
