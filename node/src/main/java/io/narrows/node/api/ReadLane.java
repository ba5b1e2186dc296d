package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Threads for one kind of reads, with a limit on the reads in progress: running, waiting for a thread, or waiting until
 * this node has caught up with the group. Reads beyond the limit are refused, so that clients that send faster than the
 * node can answer cost a bounded number of requests. Thread-safe.
 */
final class ReadLane {
    private final Executor threads;
    private final Semaphore permits;

    /** @param most maximum number of reads in progress */
    ReadLane(Executor threads, int most) {
        this.threads = threads;
        this.permits = new Semaphore(most);
    }

    /** Returns the threads for continuations of a read, which must not block. */
    Executor threads() {
        return threads;
    }

    /**
     * Starts a read unless too many are in progress.
     *
     * @param read receives the threads; it is in progress until its future completes
     * @return fails with the read's failure, or with {@link EtcdError#TOO_MANY_REQUESTS}
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
