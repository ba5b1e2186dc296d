package io.narrows.bench.raft.jraft;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A copy of the store's own for the spike.
 * One question to the leader for all who wait for an answer. Who comes while one is under way needs the next: it may have
 * been asked before something was acknowledged that he knows of. Safe for use by many threads.
 */
final class ReadBarriers {
    private final Supplier<CompletableFuture<Void>> ask;
    private CompletableFuture<Void> next;
    private boolean underWay;

    /** @param ask completes when all is applied here that was acknowledged when it was called */
    ReadBarriers(Supplier<CompletableFuture<Void>> ask) {
        this.ask = ask;
    }

    CompletableFuture<Void> pass() {
        CompletableFuture<Void> mine;
        synchronized (this) {
            if (next == null) {
                next = new CompletableFuture<>();
            }
            mine = next;
            if (underWay) {
                return mine.copy();
            }
            next = null;
            underWay = true;
        }
        begin(mine);
        return mine.copy();
    }

    private void begin(CompletableFuture<Void> waiting) {
        ask.get().whenComplete((done, failure) -> {
            CompletableFuture<Void> following;
            synchronized (this) {
                following = next;
                next = null;
                underWay = following != null;
            }
            if (following != null) {
                begin(following);
            }
            if (failure != null) {
                waiting.completeExceptionally(failure);
            } else {
                waiting.complete(null);
            }
        });
    }
}
