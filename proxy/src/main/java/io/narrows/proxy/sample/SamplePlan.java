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
import java.util.EnumSet;
import java.util.Set;

/**
 * The compression that a link would give to one direction of a connection.
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
        boolean sent = direction == Direction.SENT;
        Traffic traffic =
                sent ? new Traffic(peer, own, place, trafficClass) : new Traffic(peer, place, own, trafficClass);
        Choice choice = config.policy().choose(traffic);
        CodecSpec wanted = choice.compression().spec();
        CodecSpec spec = sent ? codecs.resolve(wanted) : codecs.resolve(wanted, accepted(config, peer));
        SampleLabels labels = SampleLabels.of(peer, trafficClass, choice, spec.codec(), direction);
        return new SamplePlan(spec, choice.compression().minSize(), meter.cell(config.policy(), labels));
    }

    /** Returns the codecs that this node accepts from a peer. */
    private static Set<Codec> accepted(Config config, PeerId peer) {
        Set<Codec> accepted = EnumSet.allOf(Codec.class);
        config.peer(peer).ifPresent(known -> accepted.removeAll(known.refusedCodecs()));
        return accepted;
    }

    /** Returns whether a link would send everything as it is, so that there is nothing to measure. */
    boolean leavesAll() {
        return spec.codec() == Codec.NONE;
    }

    boolean isTooSmall(int bytes) {
        return bytes < minSize;
    }
}
