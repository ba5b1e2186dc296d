package io.narrows.storage.db;

/**
 * Compactions into one level that ended well since the database was opened. Files that only moved to it are not among them.
 *
 * @param outputLevel 0 to 6
 * @param compactions how many
 * @param bytesRead sizes of the files that went in, of both levels
 * @param bytesWritten sizes of the files that came out
 * @param micros how long they took in sum, in microseconds
 * @param entriesDropped entries that went in and did not come out: overwritten, deleted, or a deletion with nothing below
 */
public record CompactionStatistics(
        int outputLevel, long compactions, long bytesRead, long bytesWritten, long micros, long entriesDropped) {}
