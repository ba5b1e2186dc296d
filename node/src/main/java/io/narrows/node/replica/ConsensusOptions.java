package io.narrows.node.replica;

import com.alipay.sofa.jraft.StateMachine;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;

/** Settings of SOFAJRaft that differ from its defaults, and the reasons. */
final class ConsensusOptions {
    /** Bytes of a snapshot per message: small, so that other traffic on the link does not wait long. */
    private static final int SNAPSHOT_CHUNK = 1 << 20;

    /** Maximum number of messages (of up to 512 KiB) in flight to a follower; they stay in memory until they are answered. */
    private static final int APPENDS_UNDER_WAY = 32;

    /** Slots of the queues between SOFAJRaft's threads. Each member has one entry in flight, so few are used. */
    private static final int QUEUE_SLOTS = 4096;

    private static final int LEAST_TIMEOUT_MILLIS = 2_000;
    private static final int INSTALL_MILLIS = 24 * 60 * 60 * 1_000;

    private ConsensusOptions() {}

    /** Sets the options that follow from a member's settings; the caller sets the storage. */
    static void set(NodeOptions options, RaftSettings settings, ReplicaDirectory directory, StateMachine machine) {
        int electionMillis = Math.toIntExact(settings.electionTimeout().toMillis());
        options.setElectionTimeoutMs(electionMillis);
        options.setFsm(machine);
        options.setLogUri(directory.log().toString());
        options.setRaftMetaUri(directory.path().toString());
        options.setSnapshotUri(directory.snapshots().toString());
        options.setInitialConf(settings.joins() ? new Configuration() : Consensus.configuration(settings.members()));
        // Snapshots are triggered by the number of entries, not by time.
        options.setSnapshotIntervalSecs(0);
        options.setDisableCli(true);
        // A request to a disconnected leader must not delay reads for long.
        options.setRpcDefaultTimeout(Math.max(LEAST_TIMEOUT_MILLIS, electionMillis));
        // The response comes after the whole snapshot has been fetched. After the default of five minutes the leader
        // would
        // retry, with a newer snapshot if one exists by then, and a slow member would never finish. A dead member is
        // detected
        // by its heartbeats.
        options.setRpcInstallSnapshotTimeout(INSTALL_MILLIS);
        // Unshared timers tick every millisecond.
        options.setSharedElectionTimer(true);
        options.setSharedVoteTimer(true);
        options.setSharedStepDownTimer(true);
        options.setSharedSnapshotTimer(true);
        options.setTimerPoolSize(1);

        RaftOptions raft = options.getRaftOptions();
        raft.setSync(true);
        raft.setDisruptorBufferSize(QUEUE_SLOTS);
        raft.setMaxReplicatorInflightMsgs(APPENDS_UNDER_WAY);
        raft.setMaxByteCountPerRpc(SNAPSHOT_CHUNK);
        // Elections start between one and two timeouts after the leader was last heard from.
        raft.setMaxElectionDelayMs(electionMillis);
    }
}
