package io.narrows.node.replica;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares one question to the leader among all waiting callers. A caller that arrives while a question is in flight needs the
 * next one: the current one may have been asked before a write was acknowledged that the caller knows about. Safe for use by
 * many threads.
 */
final class ReadBarriers {
    private final Supplier<CompletableFuture<Void>> ask;
    private @Nullable CompletableFuture<Void> next;
    private boolean underWay;

    /**
     * @param ask completes when everything acknowledged before its call is applied here. The returned future must always
     *     complete. The callers fail if it throws
     */
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
        asked().whenComplete((done, failure) -> {
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

    private CompletableFuture<Void> asked() {
        try {
            return ask.get();
        } catch (RuntimeException | Error e) { // all later callers would wait forever
            return CompletableFuture.failedFuture(e);
        }
    }
}
