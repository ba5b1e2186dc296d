package io.narrows.storage.db;

import java.util.Map;

/**
 * What writers did since the database was opened.
 *
 * @param userBytes sizes of the batches that were written, as RocksDB counts: keys and values, three bytes or more for each
 *     entry, twelve for a batch
 * @param logBytes that were added to the write-ahead log
 * @param logSyncs how often the log was forced to the disk
 * @param slowdowns writes that were delayed a little, because compaction or flushes fall behind
 * @param stallMicros time that writes waited, by reason, in microseconds; slowdowns are in it; every reason is there
 */
public record WriteStatistics(
        long userBytes, long logBytes, long logSyncs, long slowdowns, Map<StallReason, Long> stallMicros) {
    public WriteStatistics {
        stallMicros = Map.copyOf(stallMicros);
    }
}
