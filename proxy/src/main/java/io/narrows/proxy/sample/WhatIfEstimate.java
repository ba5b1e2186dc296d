package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import java.util.Collections;
import java.util.Set;

/**
 * The figures of one candidate for one kind of sent traffic, from the samples of the last ten minutes.
 *
 * @param unpack the formats of which something was unpacked before it was compressed; empty for links without {@code unpack}
 * @param appBytes the sampled bytes, on which the other figures rest
 * @param wireBytes what they would have become at the link's socket
 * @param cpuNanos processor time that a link would use to unpack and to compress them, extrapolated from some of the frames
 * @param rebuildNanos processor time that the peer would use to make again what was unpacked
 */
public record WhatIfEstimate(
        PeerId peer,
        TrafficClass trafficClass,
        CodecSpec candidate,
        Set<PackedFormat> unpack,
        long appBytes,
        long wireBytes,
        long cpuNanos,
        long rebuildNanos) {
    public WhatIfEstimate {
        unpack = Collections.unmodifiableSet(unpack);
    }

    static WhatIfEstimate of(WhatIfLabels labels, Set<PackedFormat> unpack, SampleSums sums) {
        return new WhatIfEstimate(
                labels.peer(),
                labels.trafficClass(),
                labels.candidate(),
                unpack,
                sums.appBytes(),
                sums.wireBytes(),
                sums.cpuNanos(),
                sums.rebuildNanos());
    }
}
