package io.narrows.cli.advise;

/**
 * The cost of a candidate for sampled traffic.
 *
 * @param appBytes the sampled bytes
 * @param wireBytes what they would have become at the links' sockets
 * @param codecSeconds processor time that compressed them, and unpacked them before
 * @param rebuildSeconds processor time of the receiver to make again what was unpacked
 * @param wireUsd price of the wire bytes
 * @param cpuUsd price of the processor time of both ends
 */
record Costs(long appBytes, long wireBytes, double codecSeconds, double rebuildSeconds, double wireUsd, double cpuUsd) {
    private static final double GIGABYTE = 1e9;

    Costs plus(Costs other) {
        return new Costs(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                codecSeconds + other.codecSeconds,
                rebuildSeconds + other.rebuildSeconds,
                wireUsd + other.wireUsd,
                cpuUsd + other.cpuUsd);
    }

    /** Returns the dollars for 10^9 app bytes, by which candidates are compared. */
    double usdPerGigabyte() {
        return wireUsdPerGigabyte() + cpuUsdPerGigabyte();
    }

    double wireUsdPerGigabyte() {
        return wireUsd / appBytes * GIGABYTE;
    }

    double cpuUsdPerGigabyte() {
        return cpuUsd / appBytes * GIGABYTE;
    }

    double secondsPerGigabyte() {
        return (codecSeconds + rebuildSeconds) / appBytes * GIGABYTE;
    }

    /** Returns the share of the app bytes that does not cross the network, in percent. */
    double savedPercent() {
        return 100 * (1 - (double) wireBytes / appBytes);
    }
}
