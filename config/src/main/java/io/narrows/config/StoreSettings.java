package io.narrows.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the bundled store next to this sidecar.
 *
 * @param dataDir directory of all its files
 * @param cluster name of the group, the same on all members
 * @param name name of this member, shown to clients
 * @param target the target that is its Raft address: the store listens there, and the sidecars of peers
 *     connect there
 * @param members ids of the nodes that are members, including this one; empty if all nodes are
 * @param join whether it joins a group that is already running
 * @param electionTimeout how long a leader may be silent
 * @param snapshotCount number of log entries between snapshots
 * @param quota size of the database in bytes above which writes that grow it are refused
 * @param watchProgressInterval how long a watch that requested progress notifications may go without an event
 * @param initialCorruptCheck whether the member compares its keys with those of the others at startup
 * @param autoCompaction empty if old revisions are kept until a client compacts
 * @param metrics address of its metrics; empty if they are disabled
 */
public record StoreSettings(
        Path dataDir,
        String cluster,
        String name,
        TargetName target,
        Optional<List<PeerId>> members,
        boolean join,
        StoreClients clients,
        Duration electionTimeout,
        int snapshotCount,
        StoreEngine engine,
        long quota,
        Duration watchProgressInterval,
        boolean initialCorruptCheck,
        Optional<AutoCompaction> autoCompaction,
        Optional<HostPort> metrics,
        StoreProcess process) {
    public static final String DEFAULT_CLUSTER = "narrows";
    public static final TargetName DEFAULT_TARGET = new TargetName("raft");
    public static final Duration DEFAULT_ELECTION_TIMEOUT = Duration.ofSeconds(1);
    public static final int DEFAULT_SNAPSHOT_COUNT = 100_000;

    /** The default of etcd. */
    public static final long DEFAULT_QUOTA = 2L << 30;

    /** The default of etcd. */
    public static final Duration DEFAULT_WATCH_PROGRESS_INTERVAL = Duration.ofMinutes(10);

    public StoreSettings {
        members = members.map(List::copyOf);
    }

    /** Returns whether the store runs in the sidecar's process. */
    public boolean sharesProcess() {
        return process == StoreProcess.SHARED;
    }

    /** Returns whether a node is a member. */
    boolean isMember(PeerId id) {
        return members.isEmpty() || members.get().contains(id);
    }
}
