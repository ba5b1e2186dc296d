package io.narrows.cli.advise;

/**
 * The cost of a candidate for sampled traffic.
 *
 * @param appBytes the sampled bytes
 * @param wireBytes what they would have become at the links' sockets
 * @param codecSeconds processor time that compressed them
 * @param wireUsd price of the wire bytes
 * @param cpuUsd price of the processor time
 */
record Costs(long appBytes, long wireBytes, double codecSeconds, double wireUsd, double cpuUsd) {
    private static final double GIGABYTE = 1e9;

    Costs plus(Costs other) {
        return new Costs(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                codecSeconds + other.codecSeconds,
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
        return codecSeconds / appBytes * GIGABYTE;
    }

    /** Returns the share of the app bytes that does not cross the network, in percent. */
    double savedPercent() {
        return 100 * (1 - (double) wireBytes / appBytes);
    }
}
