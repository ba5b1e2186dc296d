package io.narrows.storage.db;

import java.util.List;

/**
 * What a database is and did, at about one moment: the parts are read one after the other while the database runs, so a
 * count may lag behind another one by what happened in between. Counts begin with the opening of the database.
 *
 * @param families by id in ascending order
 * @param compactions by output level, all of them, level 0 first
 * @param runningJobs flushes and compactions that are under way
 * @param sequence the number of the last write that readers see
 * @param snapshots that are held
 * @param backgroundErrors how often a flush, a compaction or the manifest failed
 * @param writesRefused whether the last of these errors still stops writes
 */
public record DbStatistics(
        List<FamilyStatistics> families,
        WriteStatistics writes,
        FlushStatistics flushes,
        List<CompactionStatistics> compactions,
        CacheStatistics blockCache,
        BloomStatistics bloom,
        int runningJobs,
        long sequence,
        int snapshots,
        long backgroundErrors,
        boolean writesRefused) {
    public DbStatistics {
        families = List.copyOf(families);
        compactions = List.copyOf(compactions);
    }

    /** Bytes of keys and values in files, as they were given. */
    public long logicalBytes() {
        return families.stream().mapToLong(FamilyStatistics::logicalBytes).sum();
    }

    /** Bytes of the files. */
    public long storedBytes() {
        return families.stream().mapToLong(FamilyStatistics::storedBytes).sum();
    }

    /** Memory of all memtables in bytes. */
    public long memtableBytes() {
        return families.stream().mapToLong(FamilyStatistics::memtableBytes).sum();
    }

    /** Bytes that compactions wrote, into all levels. */
    public long compactedBytes() {
        return compactions.stream()
                .mapToLong(CompactionStatistics::bytesWritten)
                .sum();
    }

    /**
     * Bytes that were written to the disk for each byte that users wrote: log, flushes and compactions. 0 when users
     * wrote nothing. It may be below 1 where there is no log.
     */
    public double writeAmplification() {
        long written = writes.logBytes() + flushes.bytesWritten() + compactedBytes();
        return writes.userBytes() == 0 ? 0 : (double) written / writes.userBytes();
    }

    /**
     * The share of the logical bytes that files do not take, at most 1. It is negative where they take more, and 0 for a
     * database without files.
     */
    public double spaceSaved() {
        long logical = logicalBytes();
        return logical == 0 ? 0 : 1 - (double) storedBytes() / logical;
    }
}
