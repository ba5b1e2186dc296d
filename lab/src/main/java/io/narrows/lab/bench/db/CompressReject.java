package io.narrows.lab.bench.db;

import io.narrows.codec.BlockCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compresses a block into space that is too small by a tenth of the block: the cost of a block that is then stored
 * uncompressed.
 */
final class CompressReject implements Task {
    /** The missing space, as a fraction of the block. */
    static final double LACK = 0.10;

    private final CodecWork work;
    private final ByteBuffer block;

    CompressReject(CodecWork work) {
        this.work = work;
        this.block = work.block();
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        double ratio = work.workload().compressionRatio();
        ByteBuffer out = ByteBuffer.allocate((int) (work.blockSize() * (ratio - LACK)));
        try (BlockCodec codec = work.open()) {
            tally.start();
            for (long i = 0; i < work.blocks(); i++) {
                int length = codec.compress(block.rewind(), out.clear());
                if (length != BlockCodec.DECLINED) {
                    throw new IOException(work.spec() + " compressed " + work.blockSize() + " bytes to " + length
                            + " (expected: rejected, more than " + out.capacity() + " bytes)");
                }
                tally.done(work.blockSize());
            }
        }
        tally.note("(all rejected)");
    }
}
