package io.narrows.lab.bench.db;

import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;

/**
 * Options of a database that both engines support.
 *
 * @param compression codecs of level 0, the base level, the next one and so on; the last serves all deeper levels
 * @param bottommost codec of the last level, if different
 * @param parallelThreads threads that compress one file, 1 for only the thread that builds it
 * @param cacheSize bytes of the block cache
 * @param writeBufferSize bytes of a memtable
 * @param bloomBits filter bits per key, 0 for no filter
 * @param blockSize bytes of an uncompressed data block
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
    /** Maximum concurrent flushes and compactions of both engines: their default. */
    static final int BACKGROUND_JOBS = 2;

    EngineOptions {
        compression = List.copyOf(compression);
    }
}
