package io.narrows.node.replica;

import io.narrows.node.lease.LeaseClock;
import io.narrows.node.lease.LeaseKeeper;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import io.narrows.node.thread.DaemonThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Puts a member together: the replica, what it applies to, and what it does while it leads. */
public final class RaftMember implements Closeable, LeadershipListener {
    private static final long LEASE_CHECK_MILLIS = 500;
    private static final long END_CHECK_MILLIS = 200;
    private static final long END_SECONDS = 5;
    /** Who was down when it was removed does not find it in what it has. */
    private static final String ENDED_BY_RATIS =
            "Raft has ended this member: the others say that it has been removed, or the lines above say why";

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final RaftSettings settings;
    private final Keyspace keyspace;
    private final LeaseKeeper leases;
    private final Reconfiguration reconfiguration;
    private final ScheduledExecutorService executor;
    private final RemovalMark removal;
    private final RaftReplica replica;

    /**
     * @param keyspace is not closed with the member
     * @param listener is told what is applied
     * @throws IOException when the address is in use, the log cannot be read, or the member has been removed from its group
     */
    public static RaftMember start(RaftSettings settings, Keyspace keyspace, ChangeListener listener)
            throws IOException {
        return new RaftMember(settings, keyspace, listener);
    }

    private RaftMember(RaftSettings settings, Keyspace keyspace, ChangeListener listener) throws IOException {
        this.settings = settings;
        this.keyspace = keyspace;
        removal = new RemovalMark(settings);
        removal.refuseRemoved();
        executor = executor();
        leases = new LeaseKeeper(new LeaseClock(System::nanoTime), keyspace);
        reconfiguration = new Reconfiguration(settings, keyspace, executor);
        StateMachine state = new StateMachine(keyspace, ChangeListener.all(List.of(leases, reconfiguration, listener)));
        state.requireUnderstood();
        RatisStateMachine machine = new RatisStateMachine(
                keyspace, state, new SnapshotDirectory(settings.directory()), leases::answer, this);
        try {
            replica = RaftReplica.start(settings, machine);
        } catch (IOException | RuntimeException e) {
            executor.shutdownNow();
            throw e;
        }
        reconfiguration.use(replica);
        executor.scheduleWithFixedDelay(
                () -> leases.revokeExpired(replica::proposeAsLeader),
                LEASE_CHECK_MILLIS,
                LEASE_CHECK_MILLIS,
                TimeUnit.MILLISECONDS);
        executor.scheduleWithFixedDelay(this::failWhenEnded, END_CHECK_MILLIS, END_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ratis ends a member that is removed, and tells nobody. Another end has been told by then, with its reason. */
    private void failWhenEnded() {
        if (replica.hasEnded() && !failure.isDone()) {
            failed(replica.isMember() && isMember() ? new IOException(ENDED_BY_RATIS) : removal.leave());
        }
    }

    private boolean isMember() {
        try {
            return keyspace.member(settings.peerAddress()).isPresent();
        } catch (IOException e) {
            return true;
        }
    }

    public Replica replica() {
        return replica;
    }

    /** Completes when the member cannot go on, with the reason. */
    public CompletableFuture<Throwable> failure() {
        return failure.copy();
    }

    @Override
    public void failed(Throwable cause) {
        failure.complete(cause);
    }

    @Override
    public void leads() {
        leases.lead();
        reconfiguration.lead();
    }

    @Override
    public void follows() {
        leases.follow();
        reconfiguration.follow();
    }

    @Override
    public void configurationChanged() {
        reconfiguration.membersChanged();
    }

    @Override
    public void close() throws IOException {
        executor.shutdown();
        replica.close();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ScheduledExecutorService executor() {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("narrows-member"));
        made.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        made.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        return made;
    }
}
