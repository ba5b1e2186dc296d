package io.narrows.node.replica;

import io.narrows.node.lease.LeaseClock;
import io.narrows.node.lease.LeaseKeeper;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
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
    private static final long END_SECONDS = 5;

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final LeaseKeeper leases;
    private final Reconfiguration reconfiguration;
    private final ScheduledExecutorService executor;
    private final RaftReplica replica;

    /**
     * @param keyspace is not closed with the member
     * @param listener is told what is applied
     * @throws IOException when the address is in use, or the log cannot be read
     */
    public static RaftMember start(RaftSettings settings, Keyspace keyspace, ChangeListener listener)
            throws IOException {
        return new RaftMember(settings, keyspace, listener);
    }

    private RaftMember(RaftSettings settings, Keyspace keyspace, ChangeListener listener) throws IOException {
        executor = executor();
        leases = new LeaseKeeper(new LeaseClock(System::nanoTime), keyspace);
        reconfiguration = new Reconfiguration(settings, keyspace, executor);
        StateMachine state = new StateMachine(keyspace, ChangeListener.all(List.of(leases, reconfiguration, listener)));
        RatisStateMachine machine = new RatisStateMachine(
                keyspace, state, new SnapshotDirectory(settings.directory()), leases::answer, this);
        try {
            replica = RaftReplica.start(settings, machine, executor);
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
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "narrows-member");
            thread.setDaemon(true);
            return thread;
        });
        made.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        made.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        return made;
    }
}
