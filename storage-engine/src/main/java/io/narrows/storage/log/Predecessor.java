package io.narrows.storage.log;

/**
 * Information about the preceding log, which RocksDB records if it tracks logs.
 *
 * @param number number of the log
 * @param size in bytes
 * @param lastSequence sequence number of its last entry
 */
public record Predecessor(long number, long size, long lastSequence) {}
