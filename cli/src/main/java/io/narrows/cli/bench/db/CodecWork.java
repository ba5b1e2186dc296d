package io.narrows.cli.bench.db;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * What the benchmarks of codecs work on: one block of values, again and again, as db_bench does.
 *
 * @param blockSize bytes of a block
 * @param total bytes of all blocks of a benchmark
 */
record CodecWork(Workload workload, Codecs codecs, CodecSpec spec, int blockSize, long total) {
    /** The block, to be compressed. */
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

    /** How many bytes of a hundred remain. */
    static String output(long bytes, long ofBytes) {
        return String.format(Locale.ROOT, "(output: %.1f%%)", 100.0 * bytes / ofBytes);
    }
}
