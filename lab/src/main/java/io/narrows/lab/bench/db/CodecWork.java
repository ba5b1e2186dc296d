package io.narrows.lab.bench.db;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * The input of the codec benchmarks: one block of values, processed repeatedly, as in db_bench.
 *
 * @param blockSize bytes of a block
 * @param total bytes of all blocks of a benchmark
 */
record CodecWork(Workload workload, Codecs codecs, CodecSpec spec, int blockSize, long total) {
    /** Returns the block to compress. */
    ByteBuffer block() {
        Slice block = new Values(workload.compressionRatio(), blockSize).next(blockSize);
        return ByteBuffer.wrap(block.toByteArray());
    }

    BlockCodec open() {
        return codecs.block(spec);
    }

    long blocks() {
        return Math.max(1, total / blockSize);
    }

    /** Formats the remaining bytes as a percentage. */
    static String output(long bytes, long ofBytes) {
        return String.format(Locale.ROOT, "(output: %.1f%%)", 100.0 * bytes / ofBytes);
    }
}
