package io.narrows.storage.db;

/**
 * Successful compactions into one level since the database was opened, excluding moves of files that rewrite nothing.
 *
 * @param outputLevel 0 to 6
 * @param compactions number of compactions
 * @param bytesRead total size of the input files of both levels
 * @param bytesWritten total size of the output files
 * @param micros total duration in microseconds
 * @param entriesDropped input entries without an output: overwritten, deleted, or a deletion with nothing below it
 */
public record CompactionStatistics(
        int outputLevel, long compactions, long bytesRead, long bytesWritten, long micros, long entriesDropped) {}
