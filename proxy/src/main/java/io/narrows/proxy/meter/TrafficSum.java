package io.narrows.proxy.meter;

/**
 * Sums over traffic cells, since the start of the process.
 *
 * @param appBytes bytes of applications
 * @param wireBytes bytes at the sockets of links, without TCP and IP headers
 * @param controlBytes the part of {@code wireBytes} that is overhead of links
 * @param baselineUsd cost of the app bytes without Narrows, TCP and IP headers included
 * @param wireUsd cost of the wire bytes, TCP and IP headers included
 * @param codecSeconds processor time of the codecs
 */
public record TrafficSum(
        long appBytes,
        long wireBytes,
        long controlBytes,
        long frames,
        double baselineUsd,
        double wireUsd,
        double codecSeconds) {
    public static final TrafficSum ZERO = new TrafficSum(0, 0, 0, 0, 0, 0, 0);

    /** Returns the sum including the current counts of one more cell. */
    public TrafficSum plus(TrafficCell cell) {
        long wire = cell.wireBytes();
        return new TrafficSum(
                appBytes + cell.appBytes(),
                wireBytes + wire,
                controlBytes + (cell.labels().isControl() ? wire : 0),
                frames + cell.frames(),
                baselineUsd + cell.baselineUsd(),
                wireUsd + cell.wireUsd(),
                codecSeconds + cell.cpuSeconds());
    }

    /** Returns whether there was no traffic. */
    public boolean isEmpty() {
        return appBytes == 0 && wireBytes == 0;
    }
}
