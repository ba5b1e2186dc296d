package io.narrows.node.replica;

import java.util.concurrent.CompletableFuture;

/** Notifies waiters that there may be a leader. Safe for use by many threads. */
final class Elections {
    private CompletableFuture<Void> next = new CompletableFuture<>();

    /**
     * Returns a future that completes with the next call of {@link #elected}. Get it before checking the leader, so that no
     * election is missed.
     */
    synchronized CompletableFuture<Void> next() {
        return next;
    }

    /** Called when a member, this one or another, becomes leader. */
    void elected() {
        CompletableFuture<Void> told;
        synchronized (this) {
            told = next;
            next = new CompletableFuture<>();
        }
        told.complete(null);
    }
}
