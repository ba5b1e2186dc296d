package io.narrows.storage.db;

/**
 * Flushes that ended well since the database was opened.
 *
 * @param flushes how many
 * @param bytesWritten sizes of the files that they made
 * @param micros how long they took in sum, in microseconds
 */
public record FlushStatistics(long flushes, long bytesWritten, long micros) {}
