package io.narrows.storage.db;

import java.util.Map;

/**
 * Write counters since the database was opened.
 *
 * @param userBytes total size of the batches, counted as RocksDB does: keys and values, three bytes or more for each entry,
 *     twelve for a batch
 * @param logBytes bytes added to the write-ahead log
 * @param logSyncs number of times the log was forced to disk
 * @param slowdowns writes delayed briefly because compactions or flushes fell behind
 * @param stallMicros time that writes waited, in microseconds by reason, slowdowns included; all reasons are present
 */
public record WriteStatistics(
        long userBytes, long logBytes, long logSyncs, long slowdowns, Map<StallReason, Long> stallMicros) {
    public WriteStatistics {
        stallMicros = Map.copyOf(stallMicros);
    }
}
