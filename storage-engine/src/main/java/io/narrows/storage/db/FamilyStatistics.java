package io.narrows.storage.db;

import java.util.List;

/**
 * The state of one column family.
 *
 * @param name unique within its database
 * @param levels all levels, level 0 first
 * @param memtableBytes memory of all memtables, the active one and those that wait for a flush
 * @param immutableMemtables number of memtables that wait for a flush
 * @param pendingCompactionBytes estimate of the bytes that compaction must rewrite to bring every level within its target
 */
public record FamilyStatistics(
        String name,
        List<LevelStatistics> levels,
        long memtableBytes,
        int immutableMemtables,
        long pendingCompactionBytes) {
    public FamilyStatistics {
        levels = List.copyOf(levels);
    }

    public long files() {
        return levels.stream().mapToLong(LevelStatistics::files).sum();
    }

    /** Returns the uncompressed size of the keys and values in files, in bytes. */
    public long logicalBytes() {
        return levels.stream().mapToLong(LevelStatistics::logicalBytes).sum();
    }

    /** Returns the size of the files in bytes. */
    public long storedBytes() {
        return levels.stream().mapToLong(LevelStatistics::storedBytes).sum();
    }
}
