package io.narrows.node.replica;

import io.narrows.node.lease.LeaseClock;
import io.narrows.node.lease.Lessor;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.peer.PeerOptions;
import io.narrows.node.ratis.RatisConversion;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.PeriodicTask;
import io.narrows.node.thread.StoreThreads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles a member: the replica, the state that it applies to, and its duties as leader. */
public final class RaftMember implements Closeable, LeadershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(RaftMember.class);
    private static final Duration LEASE_CHECK = Duration.ofMillis(500);
    private static final Duration LEASE_CHECKPOINT = Duration.ofSeconds(10);
    private static final Duration COMMITTED_WRITE = Duration.ofMillis(100);
    private static final Duration REMOVAL_CHECK = Duration.ofMillis(500);
    private static final long END_SECONDS = 5;
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final RaftSettings settings;
    private final Keyspace keyspace;
    private final Lessor leases;
    private final Reconfiguration reconfiguration;
    private final RemovalMark removal;
    private final ScheduledExecutorService executor = executor();
    private final ExecutorService answers = Executors.newFixedThreadPool(
            StoreThreads.ofThisProcess().answers(), DaemonThreads.named("narrows-answers"));
    private final ExecutorService snapshotWriter =
            Executors.newSingleThreadExecutor(DaemonThreads.named("narrows-snapshot"));
    /** Open resources, most recently opened first. */
    private final Deque<Closeable> open = new ArrayDeque<>();

    private final RaftReplica replica;

    /**
     * Starts a member and joins the group. The first start waits for most of the other members.
     *
     * @param keyspace not closed with the member
     * @param listener receives the applied changes
     * @param logWritten receives the duration of each log write and force, in nanoseconds
     * @throws IOException if the address is in use, the log cannot be read or is lost, or the member has been removed from
     *     its group
     */
    public static RaftMember start(
            RaftSettings settings, Keyspace keyspace, ChangeListener listener, LongConsumer logWritten)
            throws IOException {
        return new RaftMember(settings, keyspace, listener, logWritten);
    }

    private RaftMember(RaftSettings settings, Keyspace keyspace, ChangeListener listener, LongConsumer logWritten)
            throws IOException {
        this.settings = settings;
        this.keyspace = keyspace;
        removal = new RemovalMark(settings);
        leases = new Lessor(new LeaseClock(System::nanoTime), keyspace);
        reconfiguration = new Reconfiguration(settings, keyspace, executor);
        StateMachine state = new StateMachine(keyspace, ChangeListener.all(List.of(leases, reconfiguration, listener)));
        opened(this::endThreads);
        try {
            removal.refuseRemoved();
            state.requireUnderstood();
            replica = start(state, logWritten);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        every(LEASE_CHECK, "cannot revoke expired leases", () -> leases.revokeExpired(replica::proposeAsLeader));
        every(LEASE_CHECKPOINT, "cannot checkpoint leases", () -> leases.checkpoint(replica::proposeAsLeader));
    }

    private void every(Duration interval, String failed, PeriodicTask.Work work) {
        new PeriodicTask(LOG, failed, work).schedule(executor, interval);
    }

    private RaftReplica start(StateMachine state, LongConsumer logWritten) throws IOException {
        RatisConversion.convertIfNeeded(settings.directory(), settings.cluster());
        ReplicaDirectory directory = new ReplicaDirectory(settings.directory());
        RequestsOfOthers requests = new RequestsOfOthers(!directory.exists());
        FirstElection election = new FirstElection(settings, executor);
        MemberTransport transport = opened(MemberTransport.listen(settings, requests, election::connected));
        OtherMembers others = transport.others();
        if (!directory.exists()) {
            new FirstStart(settings, (other, question) -> others.askAsApplied(other, question, ASKING)).await();
            RestoredStart.begin(settings, keyspace, directory);
        }
        directory.create();
        RestoredMark.remove(settings.directory()); // or a log that is lost later would look like one not begun yet
        LogCheck.requireWhole(directory, keyspace);
        Snapshots snapshots =
                new Snapshots(keyspace, state, settings.snapshotEvery(), snapshotWriter, this::forgetRatis);
        StorageServices storage = new StorageServices(directory, logWritten);
        CommittedFile committed = opened(new CommittedFile(directory.path()));
        RaftStateMachine machine = new RaftStateMachine(keyspace, state, snapshots, this, committed::applied);
        PeerOptions options = transport.options();
        ConsensusOptions.set(options, settings, directory, machine);
        options.setServiceFactory(storage);
        Consensus consensus = opened(Consensus.start(settings, options, snapshots));
        PreVote preVote = consensus.preVote(); // before this member can learn of an election
        LocalAnswers local = new LocalAnswers(settings.peerAddress(), keyspace, leases, consensus);
        RaftReplica started =
                opened(new RaftReplica(settings, consensus, machine, others, local, storage.log(), answers));
        requests.begin(started, local);
        reconfiguration.use(consensus, started, others);
        RemovalWatch watch = new RemovalWatch(
                settings, others, () -> consensus.leader().isPresent(), () -> knownMembers(consensus), this::removed);
        every(REMOVAL_CHECK, "cannot ask other members whether this one was removed", watch::look);
        committed.read(storage.log()).ifPresent(consensus::applyCommitted);
        every(COMMITTED_WRITE, "cannot write the last applied entry", () -> committed.write(storage.log()));
        consensus.members().voters().stream()
                .filter(member -> !member.equals(settings.peerAddress()))
                .forEach(transport::dial);
        election.begin(() -> consensus.members().voters(), preVote::begin);
        return started;
    }

    private void forgetRatis() {
        try {
            RatisConversion.forget(settings.directory());
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("cannot delete the old Apache Ratis files; retrying after the next snapshot");
        }
    }

    /** Returns the members in the database and in the log, which after a crash may have later ones. */
    private Set<String> knownMembers(Consensus consensus) {
        RaftMembers configured = consensus.members();
        Set<String> known = new HashSet<>(configured.voters());
        known.addAll(configured.learners());
        try {
            keyspace.members().forEach(member -> known.add(member.getPeerAddress()));
        } catch (IOException e) {
            // One member that responds is enough to learn of a removal. This is tried again after half a second.
            LOG.atDebug().setCause(e).log("cannot read the members in the database; using those in the log");
        }
        return known;
    }

    private void removed() {
        if (!failure.isDone()) {
            failed(removal.leave());
        }
    }

    public Replica replica() {
        return replica;
    }

    /** Completes with the reason when the member cannot continue. */
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
        IOException failed = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (IOException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private <T extends Closeable> T opened(T part) {
        open.push(part);
        return part;
    }

    private void endThreads() {
        answers.shutdown();
        snapshotWriter.shutdown();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            snapshotWriter.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
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
