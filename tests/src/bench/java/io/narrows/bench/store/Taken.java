package io.narrows.bench.store;

/**
 * Resources used by a group since its start.
 *
 * @param peerBytes bytes that the members passed to their sidecars for others
 * @param wireBytes bytes that the sidecars sent each other for that, below TLS
 * @param sidecarCpuSeconds of the three sidecars
 * @param storeCpuSeconds of the members
 * @param diskBytes present size of the members' directories
 * @param term of Raft, as the first member knows it
 */
public record Taken(
        double peerBytes,
        double wireBytes,
        double sidecarCpuSeconds,
        double storeCpuSeconds,
        long diskBytes,
        long term) {
    /** Returns the difference from an earlier reading; the bytes on disk are the current ones. */
    Taken since(Taken earlier) {
        return new Taken(
                peerBytes - earlier.peerBytes,
                wireBytes - earlier.wireBytes,
                sidecarCpuSeconds - earlier.sidecarCpuSeconds,
                storeCpuSeconds - earlier.storeCpuSeconds,
                diskBytes,
                term - earlier.term);
    }
}
