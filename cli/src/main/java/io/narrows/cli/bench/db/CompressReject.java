package io.narrows.cli.bench.db;

import io.narrows.codec.BlockCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Compresses a block into a tenth of it less room than the result takes: what a block costs that is stored as it is. */
final class CompressReject implements Task {
    /** By how much of the block the room is too small. */
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
