package io.narrows.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.raftlog.LogSize;
import io.narrows.node.replica.Replica;
import io.narrows.node.replica.ReplicaStatus;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A replica that counts and times proposals, and counts leader changes. Leaders are observed when the status is requested,
 * which happens at least once a second while the API is served.
 */
public final class MeteredReplica implements Replica {
    private final Replica replica;
    private final AtomicInteger pending = new AtomicInteger();
    private final Counter failed;
    private final Timer time;
    private final Counter leaderChanges;
    private Optional<String> lastLeader = Optional.empty();
    private long lastTerm;

    public MeteredReplica(Replica replica, MeterRegistry registry) {
        this.replica = replica;
        Gauge.builder("etcd.server.proposals.pending", pending, AtomicInteger::get)
                .description("Pending proposals of this member.")
                .register(registry);
        failed = Counter.builder("etcd.server.proposals.failed")
                .description(
                        "Proposals of this member whose outcome remained unknown; a rejected proposal has a known outcome.")
                .register(registry);
        time = Timer.builder("narrows.proposal")
                .description(
                        "Time from a proposal until a majority has synced it to the log and this member has applied it.")
                .serviceLevelObjectives(LogWrites.BUCKETS)
                .register(registry);
        leaderChanges = Counter.builder("etcd.server.leader.changes.seen")
                .description("Leader changes that this member has seen.")
                .register(registry);
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        long began = System.nanoTime();
        pending.incrementAndGet();
        return replica.propose(command).whenComplete((outcome, failure) -> {
            pending.decrementAndGet();
            if (failure == null) {
                time.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
            } else {
                failed.increment();
            }
        });
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return replica.readBarrier();
    }

    @Override
    public CompletableFuture<Answer> ask(Question question) {
        return replica.ask(question);
    }

    @Override
    public CompletableFuture<Set<String>> heard() {
        return replica.heard();
    }

    @Override
    public CompletableFuture<Long> appliedBy(String peerAddress) {
        return replica.appliedBy(peerAddress);
    }

    @Override
    public CompletableFuture<Void> moveLeader(String peerAddress) {
        return replica.moveLeader(peerAddress);
    }

    @Override
    public ReplicaStatus status() {
        ReplicaStatus status = replica.status();
        see(status);
        return status;
    }

    @Override
    public LogSize logSize() {
        return replica.logSize();
    }

    @Override
    public long term() {
        return replica.term();
    }

    /** Records a leader; one that lost leadership and won it again has a different term. */
    private synchronized void see(ReplicaStatus status) {
        boolean isNew = status.term() != lastTerm || !status.leader().equals(lastLeader);
        if (status.leader().isPresent() && isNew) {
            lastTerm = status.term();
            lastLeader = status.leader();
            leaderChanges.increment();
        }
    }
}
