package io.narrows.estimate.flow;

import io.narrows.codec.CodecSpec;
import io.narrows.estimate.measured.Range;

/**
 * Traffic under one codec, per month.
 *
 * @param wireGb bytes of links, in the tariff's gigabytes, without headers of TCP and IP
 * @param usdTraffic price of these bytes, for both ends
 * @param usdCpu price of the processor time of compression
 */
public record CodecRange(CodecSpec spec, Range wireGb, Range usdTraffic, Range usdCpu) {
    CodecRange plus(CodecRange other) {
        return new CodecRange(
                spec, wireGb.plus(other.wireGb), usdTraffic.plus(other.usdTraffic), usdCpu.plus(other.usdCpu));
    }

    /** Returns the price, processor time included. */
    public Range usd() {
        return usdTraffic.plus(usdCpu);
    }
}
