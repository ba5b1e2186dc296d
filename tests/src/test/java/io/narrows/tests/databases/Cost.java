package io.narrows.tests.databases;

/**
 * What a cluster has spent.
 *
 * @param bytes between the machines
 * @param databaseSeconds of processor time of the members
 * @param sidecarSeconds of processor time of the sidecars
 */
record Cost(PeerBytes.Count bytes, double databaseSeconds, double sidecarSeconds) {
    Cost since(Cost earlier) {
        return new Cost(
                bytes.since(earlier.bytes),
                databaseSeconds - earlier.databaseSeconds,
                sidecarSeconds - earlier.sidecarSeconds);
    }
}
