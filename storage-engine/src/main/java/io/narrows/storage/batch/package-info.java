/**
 * Atomic batches of changes. {@link io.narrows.storage.batch.WriteBatch} collects changes in the format of the write-ahead
 * log, and {@link io.narrows.storage.batch.BatchRecord} reads that format, whether written by this engine or by RocksDB.
 */
@NullMarked
package io.narrows.storage.batch;

import org.jspecify.annotations.NullMarked;
