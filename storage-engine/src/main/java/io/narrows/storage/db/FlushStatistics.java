package io.narrows.storage.db;

/**
 * Successful flushes since the database was opened.
 *
 * @param flushes number of flushes
 * @param bytesWritten total size of the files written
 * @param micros total duration in microseconds
 */
public record FlushStatistics(long flushes, long bytesWritten, long micros) {}
