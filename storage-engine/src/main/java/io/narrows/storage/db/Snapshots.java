package io.narrows.storage.db;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The open snapshots. Thread-safe. */
final class Snapshots {
    private final NavigableMap<Long, Integer> counts = new TreeMap<>();

    /**
     * @param youngest read under this registry's lock, so that a compaction cannot list the snapshots in the meantime and
     *     miss this one
     */
    synchronized Snapshot take(LongSupplier youngest) {
        long sequence = youngest.getAsLong();
        counts.merge(sequence, 1, Integer::sum);
        return new Snapshot(this, sequence);
    }

    synchronized void release(long sequence) {
        counts.computeIfPresent(sequence, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Returns the distinct sequence numbers of the snapshots, ascending. */
    synchronized long[] sequences() {
        return counts.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    synchronized int count() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
