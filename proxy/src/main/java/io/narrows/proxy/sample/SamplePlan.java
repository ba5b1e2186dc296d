package io.narrows.proxy.sample;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.Choice;
import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.Direction;

/**
 * What a link would do with one direction of a connection.
 *
 * @param spec the codec that would compress it
 * @param minSize smaller frames would not be compressed, in bytes
 * @param cell the counters of such traffic
 */
record SamplePlan(CodecSpec spec, int minSize, SampleCell cell) {
    /**
     * Returns the plan of a direction. This node's policy stands in for the peer's, which decides for what the peer sends.
     *
     * @param place the peer's effective place
     */
    static SamplePlan of(
            Config config,
            Codecs codecs,
            SampleMeter meter,
            PeerId peer,
            Location place,
            TrafficClass trafficClass,
            Direction direction) {
        Location own = config.node().location();
        Traffic traffic = direction == Direction.SENT
                ? new Traffic(peer, own, place, trafficClass)
                : new Traffic(peer, place, own, trafficClass);
        Choice choice = config.policy().choose(traffic);
        CodecSpec spec = codecs.resolve(choice.compression().spec());
        SampleLabels labels = SampleLabels.of(peer, trafficClass, choice, spec.codec(), direction);
        return new SamplePlan(spec, choice.compression().minSize(), meter.cell(labels));
    }

    /** Returns whether a link would send everything as it is, so that there is nothing to measure. */
    boolean leavesAll() {
        return spec.codec() == Codec.NONE;
    }

    boolean isTooSmall(int bytes) {
        return bytes < minSize;
    }
}
