package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Choice;
import io.narrows.config.Config;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;

/**
 * What the policy in force says about one link's sent traffic, with the counters that go with it. Made anew when the
 * configuration or the link's class changes; immutable otherwise.
 *
 * @param decidedBy the configuration that it was made from
 * @param spec what both ends can do of what the rule asks for
 * @param rawReason why everything goes raw, when {@code spec} is none
 * @param lingerNanos how long bytes may wait for more; 0 is not at all
 */
record SendingPolicy(
        Config decidedBy,
        TrafficClass trafficClass,
        CodecSpec spec,
        RawReason rawReason,
        int minSize,
        long lingerNanos,
        TrafficCell encoded,
        TrafficCell raw,
        LatencyHistogram latency) {

    static SendingPolicy decide(LinkEnvironment environment, Session session, TrafficClass trafficClass) {
        Config config = environment.live().current();
        Choice choice = config.policy()
                .choose(new Traffic(session.peer(), config.node().location(), session.location(), trafficClass));
        CodecSpec wanted = choice.compression().spec();
        CodecSpec spec = session.negotiate(environment.codecs(), wanted);
        return new SendingPolicy(
                config,
                trafficClass,
                spec,
                rawReason(trafficClass, choice, wanted),
                choice.compression().minSize(),
                choice.compression().linger().toNanos(),
                cell(environment, session, trafficClass, spec.codec()),
                cell(environment, session, trafficClass, Codec.NONE),
                environment.latency().histogram(session.peer(), trafficClass, Direction.SENT));
    }

    private static RawReason rawReason(TrafficClass trafficClass, Choice choice, CodecSpec wanted) {
        if (choice.rule().isEmpty()) {
            return trafficClass.equals(TrafficClass.ENCRYPTED) ? RawReason.ENCRYPTED : RawReason.NO_RULE;
        }
        return wanted.codec() == Codec.NONE ? RawReason.POLICY : RawReason.NO_COMMON_CODEC;
    }

    private static TrafficCell cell(
            LinkEnvironment environment, Session session, TrafficClass trafficClass, Codec codec) {
        return environment.traffic().cell(session.peer(), session.location(), trafficClass, codec, Direction.SENT);
    }

    boolean compresses() {
        return spec.codec() != Codec.NONE;
    }
}
