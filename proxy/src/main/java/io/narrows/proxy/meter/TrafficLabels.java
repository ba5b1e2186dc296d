package io.narrows.proxy.meter;

import io.narrows.codec.Codec;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * What traffic is counted by. Every value is a configured name or an enum, so that the number of series is bounded.
 *
 * @param tier empty for bytes of a connection whose other end is not known
 */
public record TrafficLabels(
        String peer, Optional<Tier> tier, TrafficClass trafficClass, Codec codec, Direction direction) {

    /** Returns whether these are bytes that links need for themselves. */
    public boolean isControl() {
        return trafficClass.equals(TrafficClass.CONTROL);
    }

    public String tierLabel() {
        return tier.map(Tier::label).orElse("unknown");
    }
}
