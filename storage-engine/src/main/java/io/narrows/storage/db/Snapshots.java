package io.narrows.storage.db;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The snapshots that are open. Thread-safe. */
final class Snapshots {
    private final NavigableMap<Long, Integer> counts = new TreeMap<>();

    /** @param youngest asked under this registry's lock, so that no compaction has looked before and misses it */
    synchronized Snapshot take(LongSupplier youngest) {
        long sequence = youngest.getAsLong();
        counts.merge(sequence, 1, Integer::sum);
        return new Snapshot(this, sequence);
    }

    synchronized void release(long sequence) {
        counts.computeIfPresent(sequence, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Their sequence numbers, ascending, each once. */
    synchronized long[] sequences() {
        return counts.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    synchronized int count() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
