package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;

/**
 * The figures of one candidate for one kind of sent traffic, from the samples of the last ten minutes.
 *
 * @param appBytes the sampled bytes, on which the other figures rest
 * @param wireBytes what they would have become at the link's socket
 * @param cpuNanos processor time that a link would use to compress them, extrapolated from some of the frames
 */
public record WhatIfEstimate(
        PeerId peer, TrafficClass trafficClass, CodecSpec candidate, long appBytes, long wireBytes, long cpuNanos) {
    static WhatIfEstimate of(WhatIfLabels labels, SampleSums sums) {
        return new WhatIfEstimate(
                labels.peer(),
                labels.trafficClass(),
                labels.candidate(),
                sums.appBytes(),
                sums.wireBytes(),
                sums.cpuNanos());
    }
}
