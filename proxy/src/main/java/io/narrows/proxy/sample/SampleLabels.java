package io.narrows.proxy.sample;

import io.narrows.codec.Codec;
import io.narrows.config.Choice;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.Direction;

/**
 * A kind of traffic, and what the policy would do with it.
 *
 * @param rule the number of the rule that matches; 0 if none does
 * @param codec the codec that would compress it here
 */
record SampleLabels(PeerId peer, TrafficClass trafficClass, int rule, Codec codec, Direction direction) {
    static SampleLabels of(PeerId peer, TrafficClass trafficClass, Choice choice, Codec codec, Direction direction) {
        return new SampleLabels(
                peer, trafficClass, choice.rule().map(rule -> rule.number()).orElse(0), codec, direction);
    }
}
