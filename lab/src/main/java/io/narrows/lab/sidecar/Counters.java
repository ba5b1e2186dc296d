package io.narrows.lab.sidecar;

/**
 * Counters of a flow: the sending sidecar's for bytes, those of both for the rest.
 *
 * @param baselineUsd cost of the app bytes for both nodes if sent uncompressed
 * @param wireUsd cost of the wire bytes for both nodes
 * @param codecSeconds processor time of compressing and decompressing
 * @param compressSeconds processor time of compressing alone
 */
public record Counters(
        double appBytes,
        double wireBytes,
        double baselineUsd,
        double wireUsd,
        double codecSeconds,
        double compressSeconds) {
    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0);

    public Counters plus(Counters other) {
        return new Counters(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                baselineUsd + other.baselineUsd,
                wireUsd + other.wireUsd,
                codecSeconds + other.codecSeconds,
                compressSeconds + other.compressSeconds);
    }

    public Counters minus(Counters earlier) {
        return plus(new Counters(
                -earlier.appBytes,
                -earlier.wireBytes,
                -earlier.baselineUsd,
                -earlier.wireUsd,
                -earlier.codecSeconds,
                -earlier.compressSeconds));
    }

    public double savedPercent() {
        return appBytes == 0 ? Double.NaN : 100 * (1 - wireBytes / appBytes);
    }

    public double savedUsd() {
        return baselineUsd - wireUsd;
    }
}
