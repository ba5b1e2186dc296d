package io.narrows.storage.log;

/**
 * What a RocksDB that keeps track of its logs says of the one before.
 *
 * @param number of the log
 * @param size in bytes
 * @param lastSequence of its last entry
 */
public record Predecessor(long number, long size, long lastSequence) {}
