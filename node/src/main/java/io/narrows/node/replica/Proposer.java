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
import java.util.concurrent.atomic.AtomicLong;

/**
 * Proposes commands to the group. An entry is sent to the leader as soon as there is one, and is appended at most once: it
 * is resent only if it was certainly not appended. Safe for use by many threads; no call blocks.
 */
final class Proposer {
    /** Maximum number of outstanding proposals. More are refused, to bound the memory of proposals waiting for the disk. */
    static final int MAX_OUTSTANDING = 10_000;

    /** Maximum bytes of outstanding proposals. A single one may be larger. */
    static final long MAX_OUTSTANDING_BYTES = 64 << 20;

    private static final long SOON_MILLIS = 20;

    private final Group group;
    private final Duration timeout;
    private final Executor answers;
    private final Batches batches = new Batches(this::agree);
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicLong outstandingBytes = new AtomicLong();

    /** This member's view of the group. */
    interface Group {
        /** Returns the leader; empty if there is none. */
        Optional<String> leader();

        /** Completes with the next election. Call it before checking the leader, so that no election is missed. */
        CompletableFuture<Void> election();

        /** Sends an entry to a member, once; fails as described in {@link Failures}. */
        CompletableFuture<Agreed> write(String member, Entry entry, Duration within);

        /** Completes when an entry of the log is applied here. */
        CompletableFuture<Void> applied(long index);
    }

    /**
     * @param timeout after which a proposal fails
     * @param answers completes the returned futures and runs their dependents
     */
    Proposer(Group group, Duration timeout, Executor answers) {
        this.group = group;
        this.timeout = timeout;
        this.answers = answers;
        followElections();
    }

    /** Proposes a command as described in {@link Replica#propose}. */
    CompletableFuture<Outcome> propose(Command command) {
        int bytes = command.getSerializedSize();
        if (!admits(bytes)) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TOO_MANY_REQUESTS));
        }
        return batches.add(command)
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handle((outcome, failure) -> {
                    ended(bytes);
                    if (failure != null) {
                        throw Failures.refused(failure);
                    }
                    return outcome;
                });
    }

    private boolean admits(int bytes) {
        boolean few = outstanding.incrementAndGet() <= MAX_OUTSTANDING;
        long others = outstandingBytes.getAndAdd(bytes);
        if (few && (others == 0 || others + bytes <= MAX_OUTSTANDING_BYTES)) {
            return true;
        }
        ended(bytes);
        return false;
    }

    private void ended(int bytes) {
        outstanding.decrementAndGet();
        outstandingBytes.addAndGet(-bytes);
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
        return submit(entry, System.nanoTime() + timeout.toNanos())
                .thenCompose(agreed -> group.applied(agreed.index()).thenApply(here -> agreed.outcomes()))
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(Proposer::outcomes, answers);
    }

    private static Outcomes outcomes(Outcomes outcomes, Throwable failure) {
        if (failure != null) {
            throw Failures.refused(failure);
        }
        return outcomes;
    }

    private CompletableFuture<Agreed> submit(Entry entry, long deadline) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.TIMEOUT));
        }
        CompletableFuture<Void> election = group.election();
        Optional<String> leader = group.leader();
        if (leader.isEmpty()) {
            return election.thenComposeAsync(elected -> submit(entry, deadline), answers);
        }
        return group.write(leader.get(), entry, Duration.ofNanos(remaining))
                .handle((agreed, failure) -> failure != null && Failures.isNotTaken(Failures.cause(failure))
                        ? soon(entry, deadline)
                        : done(agreed, failure))
                .thenCompose(result -> result);
    }

    private CompletableFuture<Agreed> soon(Entry entry, long deadline) {
        Executor later = CompletableFuture.delayedExecutor(SOON_MILLIS, TimeUnit.MILLISECONDS, answers);
        return CompletableFuture.supplyAsync(() -> submit(entry, deadline), later)
                .thenCompose(result -> result);
    }

    private static CompletableFuture<Agreed> done(Agreed agreed, Throwable failure) {
        return failure == null
                ? CompletableFuture.completedFuture(agreed)
                : CompletableFuture.failedFuture(Failures.cause(failure));
    }
}
