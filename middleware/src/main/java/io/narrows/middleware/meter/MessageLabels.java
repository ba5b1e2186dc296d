package io.narrows.middleware.meter;

import io.narrows.codec.Codec;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * What messages are counted by. Every value is a configured name or an enum, so that the number of series is bounded.
 *
 * @param tier empty when nothing tells where the peer is
 */
record MessageLabels(String peer, Optional<Tier> tier, TrafficClass trafficClass, Codec codec, Direction direction) {
    String tierLabel() {
        return tier.map(Tier::label).orElse("unknown");
    }
}
