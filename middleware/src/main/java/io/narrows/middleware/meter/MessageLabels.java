package io.narrows.middleware.meter;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * The labels of message counters. Every value is a configured name or an enum, so the number of series is bounded.
 *
 * @param tier empty if the peer's location is unknown
 */
record MessageLabels(PeerId peer, Optional<Tier> tier, TrafficClass trafficClass, Codec codec, Direction direction) {
    String tierLabel() {
        return tier.map(Tier::label).orElse("unknown");
    }
}
