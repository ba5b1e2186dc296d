package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Threads for reads of one kind, and how many of these may be under way: those that are done, those that wait for a thread, and those
 * that wait until this node has caught up with the group. More are refused, so that clients that ask faster than they can be answered
 * cost a bounded number of requests. Thread-safe.
 */
final class ReadLane {
    private final Executor threads;
    private final Semaphore permits;

    /** @param most of the reads that are under way at once */
    ReadLane(Executor threads, int most) {
        this.threads = threads;
        this.permits = new Semaphore(most);
    }

    /** For what follows a read, which must not block. */
    Executor threads() {
        return threads;
    }

    /**
     * Begins a read, unless there are too many.
     *
     * @param read is given the threads; the read is under way until its future completes
     * @return fails with what the read fails with, or with {@link EtcdError#TOO_MANY_REQUESTS}
     */
    <T> CompletableFuture<T> admit(Function<Executor, CompletableFuture<T>> read) {
        if (!permits.tryAcquire()) {
            return CompletableFuture.failedFuture(Statuses.of(EtcdError.TOO_MANY_REQUESTS));
        }
        CompletableFuture<T> begun;
        try {
            begun = read.apply(threads);
        } catch (RuntimeException e) {
            begun = CompletableFuture.failedFuture(e);
        }
        return begun.whenComplete((value, failure) -> permits.release());
    }
}
