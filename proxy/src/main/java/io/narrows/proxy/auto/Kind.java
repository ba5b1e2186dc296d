package io.narrows.proxy.auto;

import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;

/** A peer and class, whose links are likely to carry similar traffic. */
record Kind(PeerId peer, TrafficClass trafficClass) {
    static Kind of(Traffic traffic) {
        return new Kind(traffic.peer(), traffic.trafficClass());
    }
}
