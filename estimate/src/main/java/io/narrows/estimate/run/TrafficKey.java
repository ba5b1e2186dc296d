package io.narrows.estimate.run;

import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.topology.PlacedNode;

/** Traffic of one class from one node to another. */
public record TrafficKey(PlacedNode from, PlacedNode to, TrafficClass trafficClass) {
    public Tier tier() {
        return Tier.between(from.location(), to.location());
    }
}
