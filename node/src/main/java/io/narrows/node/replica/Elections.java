package io.narrows.node.replica;

import java.util.concurrent.CompletableFuture;

/** Tells those who wait for a leader that there may be one. Safe for use by many threads. */
final class Elections {
    private CompletableFuture<Void> next = new CompletableFuture<>();

    /** Completes with the next call of {@link #elected}. To be asked for before one looks who leads: none is missed then. */
    synchronized CompletableFuture<Void> next() {
        return next;
    }

    /** A member leads, this one or another. */
    void elected() {
        CompletableFuture<Void> told;
        synchronized (this) {
            told = next;
            next = new CompletableFuture<>();
        }
        told.complete(null);
    }
}
