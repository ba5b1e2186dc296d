package io.narrows.storage.db;

import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The open snapshots. Thread-safe. */
final class Snapshots {
    private final NavigableMap<Long, Integer> counts = new TreeMap<>();
    private volatile LongConsumer onReleased = sequence -> {};

    /** Sets what is done after the last snapshot with a sequence number is closed. */
    void onReleased(LongConsumer action) {
        onReleased = action;
    }

    /**
     * @param youngest read under this registry's lock, so that a compaction cannot list the snapshots in the meantime and
     *     miss this one
     */
    synchronized Snapshot take(LongSupplier youngest) {
        long sequence = youngest.getAsLong();
        counts.merge(sequence, 1, Integer::sum);
        return new Snapshot(this, sequence);
    }

    void release(long sequence) {
        if (remove(sequence)) {
            onReleased.accept(sequence);
        }
    }

    /** Removes a snapshot, and returns whether it was the last one with its sequence number. */
    private synchronized boolean remove(long sequence) {
        counts.computeIfPresent(sequence, (key, count) -> count == 1 ? null : count - 1);
        return !counts.containsKey(sequence);
    }

    /** Returns the newest snapshot that is older than a sequence number. */
    synchronized OptionalLong newestBefore(long sequence) {
        Long before = counts.lowerKey(sequence);
        return before == null ? OptionalLong.empty() : OptionalLong.of(before);
    }

    /** Returns the distinct sequence numbers of the snapshots, ascending. */
    synchronized long[] sequences() {
        return counts.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    synchronized int count() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
