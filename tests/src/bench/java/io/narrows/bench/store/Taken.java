package io.narrows.bench.store;

/**
 * What a group has taken since its start.
 *
 * @param peerBytes what the members gave to their sidecars for others
 * @param wireBytes what the sidecars sent to each other for that, below TLS
 * @param sidecarCpuSeconds of the three sidecars
 * @param storeCpuSeconds of the members
 * @param diskBytes of the members' directories, now
 * @param term of Raft, as the first member knows it
 */
public record Taken(
        double peerBytes,
        double wireBytes,
        double sidecarCpuSeconds,
        double storeCpuSeconds,
        long diskBytes,
        long term) {
    /** What came in between; of what is on disk, what there is now. */
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
