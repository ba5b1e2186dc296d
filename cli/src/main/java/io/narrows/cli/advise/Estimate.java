package io.narrows.cli.advise;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import java.util.Set;

/**
 * A sidecar's estimate of what a candidate would cost for a kind of traffic that it sends.
 *
 * @param unpack the formats that are unpacked before the candidate compresses; none without {@code unpack}
 * @param ruleUnpack the formats that its present rule unpacks
 */
record Estimate(Kind kind, CodecSpec spec, Set<PackedFormat> unpack, Costs costs, Set<PackedFormat> ruleUnpack) {
    Candidate candidate() {
        return new Candidate(spec, !unpack.isEmpty());
    }
}
