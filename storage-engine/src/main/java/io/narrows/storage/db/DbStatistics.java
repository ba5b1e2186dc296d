package io.narrows.storage.db;

import java.util.List;

/**
 * State and counters of a database at about one moment: the parts are read in turn while the database runs, so one count may
 * be slightly older than another. Counters start when the database is opened.
 *
 * @param families by id in ascending order
 * @param compactions by output level, all levels, level 0 first
 * @param runningJobs running flushes and compactions
 * @param sequence sequence number of the last write that readers see
 * @param snapshots number of open snapshots
 * @param backgroundErrors number of failed flushes, compactions and MANIFEST changes
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

    /** Returns the uncompressed size of the keys and values in files, in bytes. */
    public long logicalBytes() {
        return families.stream().mapToLong(FamilyStatistics::logicalBytes).sum();
    }

    /** Returns the size of the files in bytes. */
    public long storedBytes() {
        return families.stream().mapToLong(FamilyStatistics::storedBytes).sum();
    }

    /** Returns the memory of all memtables in bytes. */
    public long memtableBytes() {
        return families.stream().mapToLong(FamilyStatistics::memtableBytes).sum();
    }

    /** Returns the bytes that compactions wrote, over all levels. */
    public long compactedBytes() {
        return compactions.stream()
                .mapToLong(CompactionStatistics::bytesWritten)
                .sum();
    }

    /**
     * Returns bytes written to disk (log, flushes and compactions) per byte that users wrote; 0 if users wrote nothing. It
     * may be below 1 when writes skip the log.
     */
    public double writeAmplification() {
        long written = writes.logBytes() + flushes.bytesWritten() + compactedBytes();
        return writes.userBytes() == 0 ? 0 : (double) written / writes.userBytes();
    }

    /**
     * Returns the fraction of the logical bytes that compression saves, at most 1; negative if the files are larger than
     * their contents, 0 for a database without files.
     */
    public double spaceSaved() {
        long logical = logicalBytes();
        return logical == 0 ? 0 : 1 - (double) storedBytes() / logical;
    }
}
