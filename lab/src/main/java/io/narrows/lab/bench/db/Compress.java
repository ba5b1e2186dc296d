package io.narrows.lab.bench.db;

import io.narrows.codec.BlockCodec;
import java.nio.ByteBuffer;

/** Compresses a block into sufficient space. */
final class Compress implements Task {
    private final CodecWork work;
    private final ByteBuffer block;

    Compress(CodecWork work) {
        this.work = work;
        this.block = work.block();
    }

    @Override
    public void run(Engine engine, OpTally tally) {
        long produced = 0;
        try (BlockCodec codec = work.open()) {
            ByteBuffer out = ByteBuffer.allocate(codec.maxCompressedLength(block.remaining()));
            tally.start();
            for (long i = 0; i < work.blocks(); i++) {
                produced += codec.compress(block.rewind(), out.clear());
                tally.done(work.blockSize());
            }
        }
        tally.note(CodecWork.output(produced, tally.bytes()));
    }
}
