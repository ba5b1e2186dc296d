package io.narrows.cli.analyze;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;

/** Compresses each read on its own; a read that does not shrink is stored uncompressed. */
final class LoneReads implements Coder {
    private final BlockCodec blocks;

    LoneReads(BlockCodec blocks) {
        this.blocks = blocks;
    }

    @Override
    public int maxLength(int length) {
        return length;
    }

    @Override
    public void startStream() {}

    @Override
    public void compress(ByteBuffer plain, ByteBuffer coded) {
        int limit = coded.limit();
        coded.limit(Math.max(plain.remaining() - 1, 0));
        int length = blocks.compress(plain, coded);
        coded.limit(limit);
        if (length == BlockCodec.DECLINED) {
            coded.put(plain);
        }
    }

    @Override
    public void uncompress(ByteBuffer coded, ByteBuffer plain) throws MalformedDataException {
        if (coded.remaining() == plain.remaining()) {
            plain.put(coded);
        } else {
            blocks.decompress(coded, plain, plain.remaining());
        }
    }
}
