package io.narrows.lab.bench.db;

import io.narrows.codec.BlockCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Uncompresses a block. */
final class Uncompress implements Task {
    private final CodecWork work;
    private final ByteBuffer block;

    Uncompress(CodecWork work) {
        this.work = work;
        this.block = work.block();
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(work.blockSize());
        try (BlockCodec codec = work.open()) {
            ByteBuffer compressed = ByteBuffer.allocate(codec.maxCompressedLength(work.blockSize()));
            codec.compress(block, compressed);
            compressed.flip();
            tally.start();
            for (long i = 0; i < work.blocks(); i++) {
                codec.decompress(compressed.rewind(), out.clear(), work.blockSize());
                tally.done(work.blockSize());
            }
            if (!out.flip().equals(block.rewind())) {
                throw new IOException("a block changed in a round trip through " + work.spec());
            }
            tally.note(CodecWork.output(compressed.limit(), work.blockSize()));
        }
    }
}
