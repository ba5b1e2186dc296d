package io.narrows.node.replica;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a member of a Raft group.
 *
 * @param cluster name of the group, the same on all members
 * @param peerAddress name and port that the other members dial; the member's identity, the same on every member
 * @param bind listen address for the other members
 * @param members peer addresses of all members, including this one; used on the first start only
 * @param joins whether the member joins a running group on its first start
 * @param directory contains {@code replica/}: the log, votes and snapshots
 * @param electionTimeout a member without a leader calls an election after one to two of these, and after a start within one; at
 *     least 100 ms
 * @param snapshotEvery log entries after which a snapshot is taken and the log before it dropped
 */
public record RaftSettings(
        String cluster,
        String peerAddress,
        InetSocketAddress bind,
        List<String> members,
        boolean joins,
        Path directory,
        Duration electionTimeout,
        long snapshotEvery) {
    private static final Duration FOR_THE_DISK = Duration.ofSeconds(5);
    private static final Duration MIN_ELECTION_TIMEOUT = Duration.ofMillis(100);

    /** @throws IllegalArgumentException if a value is out of range; the message names it */
    public RaftSettings {
        members = List.copyOf(members);
        if (!members.contains(peerAddress)) {
            throw new IllegalArgumentException("members " + members + " (expected: to include " + peerAddress + ")");
        }
        if (electionTimeout.compareTo(MIN_ELECTION_TIMEOUT) < 0) {
            throw new IllegalArgumentException(
                    "electionTimeout " + electionTimeout + " (expected: " + MIN_ELECTION_TIMEOUT + " or more)");
        }
        if (snapshotEvery < 1) {
            throw new IllegalArgumentException("snapshotEvery " + snapshotEvery + " (expected: 1 or more)");
        }
    }

    /** Returns the time after which a request to the group fails. As in etcd: five seconds for the disk, plus two elections. */
    Duration requestTimeout() {
        return FOR_THE_DISK.plus(electionTimeout.multipliedBy(2));
    }
}
