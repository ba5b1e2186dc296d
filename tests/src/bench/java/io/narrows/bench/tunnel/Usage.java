package io.narrows.bench.tunnel;

/**
 * What a tunnel has taken since its start.
 *
 * @param forwardBytes on the wire from ingress to egress, everything but IP and TCP headers
 * @param backBytes on the wire the other way
 * @param cpuSeconds of the processes of both ends; client, server and hop are not in it
 */
public record Usage(long forwardBytes, long backBytes, double cpuSeconds) {
    public Usage minus(Usage earlier) {
        return new Usage(
                forwardBytes - earlier.forwardBytes, backBytes - earlier.backBytes, cpuSeconds - earlier.cpuSeconds);
    }

    /** Both ways. */
    public long wireBytes() {
        return forwardBytes + backBytes;
    }
}
