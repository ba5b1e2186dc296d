package io.narrows.node.replica;

import com.alipay.sofa.jraft.StateMachine;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;

/** Settings of SOFAJRaft, and why they are not its defaults. */
final class ConsensusOptions {
    /** Bytes of a snapshot in one message: small, so that what shares the link with it does not wait long. */
    private static final int SNAPSHOT_CHUNK = 1 << 20;

    /** Messages of 512 KiB to a follower at most, under way at once: they are in memory until they are answered. */
    private static final int APPENDS_UNDER_WAY = 32;

    /** Slots of its queues between threads. Members have one entry under way each, so few are used. */
    private static final int QUEUE_SLOTS = 4096;

    private static final int LEAST_TIMEOUT_MILLIS = 2_000;
    private static final int INSTALL_MILLIS = 24 * 60 * 60 * 1_000;

    private ConsensusOptions() {}

    /** Sets what follows from a member's settings; the storage is set by the caller. */
    static void set(NodeOptions options, RaftSettings settings, ReplicaDirectory directory, StateMachine machine) {
        int electionMillis = Math.toIntExact(settings.electionTimeout().toMillis());
        options.setElectionTimeoutMs(electionMillis);
        options.setFsm(machine);
        options.setLogUri(directory.log().toString());
        options.setRaftMetaUri(directory.path().toString());
        options.setSnapshotUri(directory.snapshots().toString());
        options.setInitialConf(settings.joins() ? new Configuration() : Consensus.configuration(settings.members()));
        // Taken by the number of entries, not by time.
        options.setSnapshotIntervalSecs(0);
        options.setDisableCli(true);
        // A request to a leader that is cut off does not hold up reads for long.
        options.setRpcDefaultTimeout(Math.max(LEAST_TIMEOUT_MILLIS, electionMillis));
        // The answer comes when the whole snapshot has been fetched. After the default of five minutes the leader would
        // ask again, with its
        // next snapshot if it has one by then, and a slow member would begin anew for ever. One that is gone is found
        // by its heartbeats.
        options.setRpcInstallSnapshotTimeout(INSTALL_MILLIS);
        // Those that are not shared tick each millisecond.
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
        // Elections begin between one and two timeouts after the leader was heard last.
        raft.setMaxElectionDelayMs(electionMillis);
    }
}
