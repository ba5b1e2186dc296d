package io.narrows.node.replica;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Up to which entry of the log this member has applied all, and who waits for one. Safe for use by many threads. */
final class AppliedIndex {
    private final SortedMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    private long applied = -1;

    /** Completes on the thread that applies, or at once. */
    synchronized CompletableFuture<Void> reached(long index) {
        return index <= applied
                ? CompletableFuture.completedFuture(null)
                : waiting.computeIfAbsent(index, i -> new CompletableFuture<>());
    }

    synchronized long value() {
        return applied;
    }

    void advance(long index) {
        SortedMap<Long, CompletableFuture<Void>> done;
        synchronized (this) {
            applied = Math.max(applied, index);
            if (waiting.isEmpty() || waiting.firstKey() > applied) {
                return;
            }
            SortedMap<Long, CompletableFuture<Void>> head = waiting.headMap(applied + 1);
            done = new TreeMap<>(head);
            head.clear();
        }
        done.values().forEach(future -> future.complete(null));
    }
}
