package io.narrows.proxy.meter;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * The labels under which traffic is counted. Every value is a configured name or an enum, so that the number of
 * series is bounded.
 *
 * @param tier empty for bytes of a connection whose other end is unknown
 */
public record TrafficLabels(
        PeerId peer, Optional<Tier> tier, TrafficClass trafficClass, Codec codec, Direction direction) {

    /** Returns whether the bytes are overhead of links. */
    public boolean isControl() {
        return trafficClass.equals(TrafficClass.CONTROL);
    }

    public String tierLabel() {
        return tier.map(Tier::label).orElse("unknown");
    }
}
