package io.narrows.proxy.sample;

/**
 * The figures of samples that were compressed with one codec.
 *
 * @param appBytes the sampled bytes, on which the other figures rest
 * @param wireBytes what they would have become at the link's socket
 * @param cpuNanos processor time that compressed them, and unpacked them before
 * @param rebuildNanos processor time of the receiver to make again what was unpacked
 */
public record SampleSums(long appBytes, long wireBytes, long cpuNanos, long rebuildNanos) {
    public static final SampleSums NONE = new SampleSums(0, 0, 0);

    /** Creates the figures of bytes that were not unpacked. */
    public SampleSums(long appBytes, long wireBytes, long cpuNanos) {
        this(appBytes, wireBytes, cpuNanos, 0);
    }

    public SampleSums plus(SampleSums other) {
        return new SampleSums(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                cpuNanos + other.cpuNanos,
                rebuildNanos + other.rebuildNanos);
    }

    /** Returns the figures of a part of the sampled bytes, as if all bytes were alike. */
    public SampleSums part(double part) {
        return new SampleSums(
                Math.round(appBytes * part),
                Math.round(wireBytes * part),
                Math.round(cpuNanos * part),
                Math.round(rebuildNanos * part));
    }
}
