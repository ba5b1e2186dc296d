package io.narrows.bench.tunnel;

/**
 * Resources used by a tunnel since its start.
 *
 * @param forwardBytes on the wire from ingress to egress, everything but IP and TCP headers
 * @param backBytes on the wire in the other direction
 * @param cpuSeconds of the processes of both ends, without client, server and hop
 */
public record Usage(long forwardBytes, long backBytes, double cpuSeconds) {
    public Usage minus(Usage earlier) {
        return new Usage(
                forwardBytes - earlier.forwardBytes, backBytes - earlier.backBytes, cpuSeconds - earlier.cpuSeconds);
    }

    /** Returns the bytes in both directions. */
    public long wireBytes() {
        return forwardBytes + backBytes;
    }
}
