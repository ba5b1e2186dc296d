package io.narrows.tests.databases;

/**
 * Resources used by a cluster.
 *
 * @param bytes between the machines
 * @param databaseSeconds processor time of the members
 * @param sidecarSeconds processor time of the sidecars
 */
record Cost(PeerBytes.Count bytes, double databaseSeconds, double sidecarSeconds) {
    Cost since(Cost earlier) {
        return new Cost(
                bytes.since(earlier.bytes),
                databaseSeconds - earlier.databaseSeconds,
                sidecarSeconds - earlier.sidecarSeconds);
    }
}
