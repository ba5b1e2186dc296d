package io.narrows.node.replica;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The settings of Ratis, and why they are not its defaults. */
final class RatisProperties {
    /** Of a snapshot on its way: small, so that what shares the link with it does not wait long. */
    private static final SizeInBytes SNAPSHOT_CHUNK = SizeInBytes.valueOf("1MB");
    /** Entries that stay behind a snapshot: a member that was away for a moment catches up without one. */
    private static final long KEPT_ENTRIES = 10_000;

    private static final int MOST_MEMBERS = 9;
    private static final int OUTSTANDING_APPENDS = 2;

    static final String LOG_DIRECTORY = "raft";

    private static final TimeDuration REQUEST_TIMEOUT = TimeDuration.valueOf(5, TimeUnit.SECONDS);

    private RatisProperties() {}

    static RaftProperties of(RaftSettings settings) {
        RaftProperties properties = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(
                properties, List.of(settings.directory().resolve(LOG_DIRECTORY).toFile()));

        TimeDuration timeout = TimeDuration.valueOf(settings.electionTimeout().toMillis(), TimeUnit.MILLISECONDS);
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, timeout);
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, timeout.multiply(2));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, timeout.multiply(0.5));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, timeout);
        // A leader that lost touch with the others may have the longest log: by default it would stay away for ten
        // seconds.
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, timeout);
        RaftServerConfigKeys.Rpc.setRequestTimeout(properties, REQUEST_TIMEOUT);

        // By default only the leader reads, and without asking whether it still leads.
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.setTimeout(properties, REQUEST_TIMEOUT);

        // Members refuse what is too much before they send it: the leader's refusal may come after it has appended.
        RaftServerConfigKeys.Write.setElementLimit(properties, MOST_MEMBERS * Proposer.MAX_OUTSTANDING);

        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, settings.snapshotEvery());
        // The engine is on disk as it is: stopping needs no snapshot.
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, false);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setPurgePreservationLogNum(properties, KEPT_ENTRIES);
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(properties, SNAPSHOT_CHUNK);
        // An entry goes out when it is there; those that come meanwhile go together with the next.
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, TimeDuration.ZERO);

        // A member that was away is found again within a second; by default it may be left alone for five, and that
        // several times.
        RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "10ms,10, 200ms,20, 1s,1000000");

        // Entries that come while these are on their way go together: each message costs every member more than what is
        // in it.
        GrpcConfigKeys.Server.setLeaderOutstandingAppendsMax(properties, OUTSTANDING_APPENDS);

        GrpcConfigKeys.Server.setHost(properties, settings.bind().getHostString());
        GrpcConfigKeys.Server.setPort(properties, settings.bind().getPort());
        return properties;
    }
}
