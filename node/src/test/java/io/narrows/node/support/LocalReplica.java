package io.narrows.node.support;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.raftlog.LogSize;
import io.narrows.node.replica.Replica;
import io.narrows.node.replica.ReplicaStatus;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A single-member group without a log: proposed commands are applied on its own thread. Remaining times of leases equal
 * their granted TTLs.
 */
public final class LocalReplica implements Replica, Closeable {
    public static final String ADDRESS = "one:2380";

    private static final String THREAD = "replica";
    private static final Runnable NOTHING = () -> {};

    private final Keyspace keyspace;
    private final StateMachine machine;
    private final ExecutorService applier = Executors.newSingleThreadExecutor(work -> new Thread(work, THREAD));
    private final AtomicInteger barriers = new AtomicInteger();
    private final AtomicReference<Command> unapplied = new AtomicReference<>();
    private final AtomicReference<Predicate<Command>> refused = new AtomicReference<>(command -> false);
    private volatile Predicate<Command> alwaysRefused = command -> false;
    private volatile Predicate<Command> declined = command -> false;
    private final AtomicReference<Runnable> beforeBarrier = new AtomicReference<>(NOTHING);
    private final List<Command> proposed = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Answer>> unanswered = new CopyOnWriteArrayList<>();
    private final List<String> movedTo = new CopyOnWriteArrayList<>();
    private volatile Optional<String> leader = Optional.of(ADDRESS);
    private volatile Optional<Set<String>> heard = Optional.empty();
    private volatile Optional<Long> othersApplied = Optional.empty();
    private volatile boolean silent;
    private volatile boolean failsStatus;
    private long index;

    public LocalReplica(Keyspace keyspace, ChangeListener listener) {
        this.keyspace = keyspace;
        this.machine = new StateMachine(keyspace, listener);
        this.index = keyspace.applied().index() + 1;
    }

    /** Changes the leader, or removes it. */
    public void leader(Optional<String> address) {
        leader = address;
    }

    /** Applies commands proposed from now on without answering. Does not answer questions either. */
    public void fallSilent() {
        silent = true;
    }

    /** Returns the questions asked since it has fallen silent. */
    public List<CompletableFuture<Answer>> unanswered() {
        return unanswered;
    }

    /** Applies nothing until the returned latch is open, like a group that takes long to commit. */
    public CountDownLatch pause() {
        CountDownLatch resumed = new CountDownLatch(1);
        applier.execute(() -> {
            try {
                resumed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return resumed;
    }

    /** Returns the number of requested barriers. */
    public int barriers() {
        return barriers.get();
    }

    public List<Command> proposed() {
        return proposed;
    }

    public List<String> movedTo() {
        return movedTo;
    }

    /** Answers every proposal that matches with a refusal of the state machine, from now on. */
    public void decline(Predicate<Command> matching) {
        declined = matching;
    }

    /** Refuses the next proposal, like a member that loses its leader then. */
    public void refuseNext() {
        refuseNext(command -> true);
    }

    /** Refuses the next proposal that matches. */
    public void refuseNext(Predicate<Command> matching) {
        refused.set(matching);
    }

    /** Refuses every proposal that matches, from now on. */
    public void refuse(Predicate<Command> matching) {
        alwaysRefused = matching;
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        proposed.add(command);
        if (alwaysRefused.test(command)) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT));
        }
        if (refused.get().test(command)) {
            refused.set(other -> false);
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT));
        }
        if (declined.test(command)) {
            return CompletableFuture.completedFuture(Outcome.newBuilder()
                    .setRefusal(EtcdError.NO_SPACE.refusal())
                    .build());
        }
        CompletableFuture<Outcome> outcome = whileLed(() -> machine.apply(command, new Applied(1, index++)));
        return silent ? new CompletableFuture<>() : outcome;
    }

    /** Lets the next barrier apply a command first, like a member that must apply its log again after a crash. */
    public void appliesAtBarrier(Command command) {
        unapplied.set(command);
    }

    /** Runs work, which may throw, in the next request for a barrier. */
    public void runsBeforeBarrier(Runnable work) {
        beforeBarrier.set(work);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        barriers.incrementAndGet();
        beforeBarrier.getAndSet(NOTHING).run();
        return whileLed(() -> {
            Command command = unapplied.getAndSet(null);
            if (command != null) {
                machine.apply(command, new Applied(1, index++));
            }
            return null;
        });
    }

    @Override
    public CompletableFuture<Answer> ask(Question question) {
        if (silent) {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            unanswered.add(answer);
            return answer;
        }
        return whileLed(() -> question.hasKeepAlive()
                ? keptAlive(question.getKeepAlive().getID())
                : timeToLive(question.getTimeToLive().getID()));
    }

    private Answer keptAlive(long id) throws IOException {
        LeaseKeepAliveResponse.Builder response =
                LeaseKeepAliveResponse.newBuilder().setID(id);
        keyspace.lease(id).map(LeaseRecord::ttl).ifPresent(response::setTTL);
        return Answer.newBuilder().setKeepAlive(response).build();
    }

    private Answer timeToLive(long id) throws IOException {
        Optional<LeaseRecord> lease = keyspace.lease(id);
        if (lease.isEmpty()) {
            return Answer.newBuilder()
                    .setRefusal(EtcdError.LEASE_NOT_FOUND.refusal())
                    .build();
        }
        return Answer.newBuilder()
                .setTimeToLive(LeaseTimeToLiveResponse.newBuilder()
                        .setID(id)
                        .setTTL(lease.get().ttl() - 1)
                        .setGrantedTTL(lease.get().ttl()))
                .build();
    }

    /** Limits the members that are heard from; by default, all are. */
    public void hears(Set<String> members) {
        heard = Optional.of(members);
    }

    @Override
    public CompletableFuture<Set<String>> heard() {
        return CompletableFuture.supplyAsync(() -> heard.orElseGet(this::members));
    }

    private Set<String> members() {
        try {
            return keyspace.members().stream().map(MemberRecord::getPeerAddress).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the index applied by other members, which do not answer before it is set. */
    public void othersApplied(long index) {
        othersApplied = Optional.of(index);
    }

    @Override
    public CompletableFuture<Long> appliedBy(String peerAddress) {
        return othersApplied
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT)));
    }

    @Override
    public CompletableFuture<Void> moveLeader(String peerAddress) {
        movedTo.add(peerAddress);
        return CompletableFuture.completedFuture(null);
    }

    /** Throws an {@link Error} when the status is asked for next. */
    public void failNextStatus() {
        failsStatus = true;
    }

    public boolean statusHasFailed() {
        return !failsStatus;
    }

    @Override
    public ReplicaStatus status() {
        if (failsStatus) {
            failsStatus = false;
            throw new StackOverflowError("of a test");
        }
        return new ReplicaStatus(ADDRESS, leader, 7, 42, 41);
    }

    @Override
    public LogSize logSize() {
        return new LogSize(1 << 20, 2);
    }

    @Override
    public long term() {
        return status().term();
    }

    /** Runs work on the applying thread. Refuses calls from that thread: Raft's thread would wait for itself. */
    private <T> CompletableFuture<T> whileLed(Callable<T> work) {
        if (Thread.currentThread().getName().equals(THREAD)) {
            return CompletableFuture.failedFuture(new IllegalStateException("asked by the thread of the replica"));
        }
        if (leader.isEmpty()) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.NO_LEADER));
        }
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                applier);
    }

    @Override
    public void close() {
        applier.shutdown();
    }
}
