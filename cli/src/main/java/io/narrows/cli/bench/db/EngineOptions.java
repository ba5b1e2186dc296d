package io.narrows.cli.bench.db;

import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;

/**
 * How a database is opened, in words that both engines know.
 *
 * @param compression codec of level 0, of the base level, of the next one and so on; the last serves all deeper levels
 * @param bottommost codec of the last level, if it has one of its own
 * @param parallelThreads threads that compress one file, 1 for none beside the one that builds it
 * @param cacheSize bytes of the block cache
 * @param writeBufferSize bytes of a memtable
 * @param bloomBits of a filter for each key, 0 for none
 * @param blockSize bytes of a plain data block
 * @param sync whether each write waits until it is on disk
 */
record EngineOptions(
        List<CodecSpec> compression,
        Optional<CodecSpec> bottommost,
        int parallelThreads,
        long cacheSize,
        long writeBufferSize,
        double bloomBits,
        int blockSize,
        boolean sync) {
    /** Flushes and compactions at once, of both engines: what is their default. */
    static final int BACKGROUND_JOBS = 2;

    EngineOptions {
        compression = List.copyOf(compression);
    }
}
