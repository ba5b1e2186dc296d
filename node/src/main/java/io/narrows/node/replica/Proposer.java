package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;

/**
 * Has the group agree on commands. An entry goes to the leader as soon as there is one, and is appended at most once: only what was
 * certainly not appended is given again. Safe for use by many threads; nothing blocks.
 */
final class Proposer {
    /** Proposals at once; more are refused, before memory fills with what waits for the disk. */
    static final int MAX_OUTSTANDING = 10_000;

    private static final long SOON_MILLIS = 20;

    private final Group group;
    private final Duration timeout;
    private final Executor answers;
    private final Batches batches = new Batches(this::agree);
    private final AtomicInteger outstanding = new AtomicInteger();

    /** The group, as this member knows it. */
    interface Group {
        /** Empty while there is none. */
        Optional<RaftPeerId> leader();

        /** Completes with the next election. To be asked for before one looks who leads: none is missed then. */
        CompletableFuture<Void> election();

        /** Hands an entry to a member, once. */
        CompletableFuture<RaftClientReply> write(RaftPeerId member, Message entry, Duration within);

        /** Completes when an entry of the log is applied here. */
        CompletableFuture<Void> applied(long index);
    }

    /**
     * @param timeout after which a proposal fails
     * @param answers completes what this returns, and does what follows on it
     */
    Proposer(Group group, Duration timeout, Executor answers) {
        this.group = group;
        this.timeout = timeout;
        this.answers = answers;
        followElections();
    }

    /** As {@link Replica#propose} says. */
    CompletableFuture<Outcome> propose(Command command) {
        if (outstanding.incrementAndGet() > MAX_OUTSTANDING) {
            outstanding.decrementAndGet();
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TOO_MANY_REQUESTS));
        }
        return batches.add(command)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handle((outcome, failure) -> {
                    outstanding.decrementAndGet();
                    if (failure != null) {
                        throw Replies.refused(failure);
                    }
                    return outcome;
                });
    }

    private void followElections() {
        group.election()
                .thenRunAsync(
                        () -> {
                            followElections();
                            batches.leaderChanged();
                        },
                        answers);
    }

    private CompletableFuture<Outcomes> agree(Entry entry) {
        return submit(Payload.of(entry), System.nanoTime() + timeout.toNanos())
                .thenCompose(this::appliedHere)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(Replies::outcomes, answers);
    }

    private CompletableFuture<RaftClientReply> submit(Message entry, long deadline) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT));
        }
        CompletableFuture<Void> election = group.election();
        Optional<RaftPeerId> leader = group.leader();
        if (leader.isEmpty()) {
            return election.thenComposeAsync(elected -> submit(entry, deadline), answers);
        }
        return group.write(leader.get(), entry, Duration.ofNanos(remaining))
                .handle((reply, failure) -> isNotTaken(reply, failure) ? soon(entry, deadline) : done(reply, failure))
                .thenCompose(result -> result);
    }

    private CompletableFuture<RaftClientReply> soon(Message entry, long deadline) {
        Executor later = CompletableFuture.delayedExecutor(SOON_MILLIS, TimeUnit.MILLISECONDS, answers);
        return CompletableFuture.supplyAsync(() -> submit(entry, deadline), later)
                .thenCompose(result -> result);
    }

    /**
     * Whether a member has certainly not appended a write: it begins to lead, or ends to, or ends altogether. One that says that
     * it is not the leader may have appended it before it lost its lead, and the next leader may have that.
     */
    private static boolean isNotTaken(RaftClientReply reply, Throwable failure) {
        Throwable reason = failure == null ? reply.getException() : Failures.cause(failure);
        return reason instanceof LeaderNotReadyException
                || reason instanceof LeaderSteppingDownException
                || reason instanceof ServerNotReadyException;
    }

    private static CompletableFuture<RaftClientReply> done(RaftClientReply reply, Throwable failure) {
        return failure == null
                ? CompletableFuture.completedFuture(reply)
                : CompletableFuture.failedFuture(Failures.cause(failure));
    }

    private CompletableFuture<RaftClientReply> appliedHere(RaftClientReply reply) {
        return reply.isSuccess()
                ? group.applied(reply.getLogIndex()).thenApply(here -> reply)
                : CompletableFuture.completedFuture(reply);
    }
}
