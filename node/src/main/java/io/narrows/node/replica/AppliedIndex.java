package io.narrows.node.replica;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The index of the last applied entry of this member, and the futures that wait for one. Safe for use by many threads. */
final class AppliedIndex {
    private final SortedMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    private long applied = -1;

    /** Returns a future that completes once an entry is applied, immediately or on the applying thread. */
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
