package io.narrows.estimate.report;

import io.narrows.codec.CodecSpec;

/**
 * Traffic under one codec, per month at the capture's rate.
 *
 * @param wireGb bytes of links, in the tariff's gigabytes, without headers of TCP and IP
 * @param ratio bytes of applications per byte of links
 * @param cpuSecondsPerGb processor time of compression for a gigabyte of applications
 * @param cores processors that compression takes at the capture's rate
 * @param usdTraffic price of the links' traffic, with headers of TCP and IP, for both ends
 * @param usdCpu price of the processor time
 */
public record CodecLine(
        CodecSpec spec,
        double wireGb,
        double ratio,
        double cpuSecondsPerGb,
        double cores,
        double usdTraffic,
        double usdCpu) {
    public double usd() {
        return usdTraffic + usdCpu;
    }
}
