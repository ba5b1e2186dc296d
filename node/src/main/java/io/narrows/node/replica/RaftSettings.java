package io.narrows.node.replica;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a member takes part in its group.
 *
 * @param cluster the group's name, the same on all members
 * @param peerAddress name and port by which the other members dial this one: its identity, the same on every member
 * @param bind where it listens for them
 * @param members peer addresses of the group's members, this one included; they matter at the first start
 * @param joins whether it is added to a group that runs, at its first start
 * @param directory holds {@code replica/}: the log, votes and snapshots
 * @param electionTimeout after this time without its leader, or up to twice that, a member asks for votes; 100 ms at the least
 * @param snapshotEvery entries of the log, after which a snapshot is taken and what is before it is dropped
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

    /** @throws IllegalArgumentException when a value is out of range; the message names it */
    public RaftSettings {
        members = List.copyOf(members);
        if (!members.contains(peerAddress)) {
            throw new IllegalArgumentException("members " + members + " (expected: with " + peerAddress + ")");
        }
        if (electionTimeout.compareTo(MIN_ELECTION_TIMEOUT) < 0) {
            throw new IllegalArgumentException(
                    "electionTimeout " + electionTimeout + " (expected: " + MIN_ELECTION_TIMEOUT + " or more)");
        }
        if (snapshotEvery < 1) {
            throw new IllegalArgumentException("snapshotEvery " + snapshotEvery + " (expected: 1 or more)");
        }
    }

    /** Returns the time after which a request to the group fails. As in etcd: five seconds for the disk, and two elections. */
    Duration requestTimeout() {
        return FOR_THE_DISK.plus(electionTimeout.multipliedBy(2));
    }
}
