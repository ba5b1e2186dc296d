package io.narrows.storage.db;

import java.util.List;

/**
 * The state of one column family.
 *
 * @param name unique within its database
 * @param levels all of them, level 0 first
 * @param memtableBytes memory of all memtables, the one that is written and those that wait for their flush
 * @param immutableMemtables how many wait for their flush
 * @param pendingCompactionBytes that compaction has to rewrite until every level is within its target: an estimate
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

    /** Bytes of keys and values in files, as they were given. */
    public long logicalBytes() {
        return levels.stream().mapToLong(LevelStatistics::logicalBytes).sum();
    }

    /** Bytes of the files. */
    public long storedBytes() {
        return levels.stream().mapToLong(LevelStatistics::storedBytes).sum();
    }
}
