package io.narrows.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The bundled store beside this sidecar.
 *
 * @param data the directory that holds everything it keeps
 * @param cluster what the group of its members is called, the same on all of them
 * @param name what clients see it called
 * @param target the target that is its Raft address: it listens there, and peers' sidecars deliver there
 * @param members ids of the nodes that are its members, this one included; empty when all nodes are
 * @param join whether it is added to members that run already
 * @param electionTimeout how long a leader may be silent
 * @param snapshotEvery entries of the log after which a snapshot is taken
 * @param quota bytes that its database may have before writes that grow it are refused
 * @param watchProgressInterval how long a watch that asked for progress is told nothing
 * @param initialCorruptCheck whether the other members compare its keys with theirs when it starts
 * @param autoCompaction empty when old revisions are kept until a client compacts
 * @param metrics where its metrics are; empty when nowhere
 */
public record StoreSettings(
        Path data,
        String cluster,
        String name,
        String target,
        Optional<List<String>> members,
        boolean join,
        StoreClients clients,
        Duration electionTimeout,
        int snapshotEvery,
        StoreEngine engine,
        long quota,
        Duration watchProgressInterval,
        boolean initialCorruptCheck,
        Optional<AutoCompaction> autoCompaction,
        Optional<HostPort> metrics,
        StoreProcess process) {
    public static final String DEFAULT_CLUSTER = "narrows";
    public static final String DEFAULT_TARGET = "raft";
    public static final Duration DEFAULT_ELECTION_TIMEOUT = Duration.ofSeconds(1);
    public static final int DEFAULT_SNAPSHOT_EVERY = 100_000;

    /** That of etcd. */
    public static final long DEFAULT_QUOTA = 2L << 30;

    /** That of etcd. */
    public static final Duration DEFAULT_WATCH_PROGRESS_INTERVAL = Duration.ofMinutes(10);

    public StoreSettings {
        members = members.map(List::copyOf);
    }

    /** Whether a node is one of the members. */
    boolean isMember(String id) {
        return members.isEmpty() || members.get().contains(id);
    }
}
