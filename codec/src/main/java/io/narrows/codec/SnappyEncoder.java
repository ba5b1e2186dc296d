package io.narrows.codec;

import java.nio.ByteBuffer;

/** {@code snappy} as a stream without a window: each frame is one block, which starts with the size of its content. */
final class SnappyEncoder extends EncodingContext {
    private final SnappyBlocks blocks;

    SnappyEncoder(SnappyBlocks blocks) {
        this.blocks = blocks;
    }

    @Override
    public int maxFrameLength(int length) {
        return blocks.maxCompressedLength(length);
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {
        if (blocks.compress(src, dst) == BlockCodec.DECLINED) {
            throw new IllegalStateException("a Snappy block did not fit within its bound");
        }
    }

    @Override
    public boolean keepsHistory() {
        return false;
    }

    @Override
    void forget() {}

    @Override
    long heldBytes() {
        return 0;
    }
}
