package io.narrows.codec;

import java.nio.ByteBuffer;

/** A stream without a window: each frame is one block of a {@link BlockCodec}. */
final class LoneFrameEncoder implements StreamEncoder {
    private final BlockCodec blocks;
    private final FrameFormat format;
    private boolean closed;

    LoneFrameEncoder(BlockCodec blocks, FrameFormat format) {
        this.blocks = blocks;
        this.format = format;
    }

    @Override
    public int maxFrameLength(int length) {
        return blocks.maxCompressedLength(length) + format.overhead;
    }

    @Override
    public void encode(ByteBuffer src, ByteBuffer dst) {
        requireOpen();
        Room.require(dst, maxFrameLength(src.remaining()));
        if (!src.hasRemaining()) {
            return;
        }
        format.putSize(dst, src.remaining());
        if (blocks.compress(src, dst) == BlockCodec.DECLINED) {
            throw new IllegalStateException("a block did not fit within its bound");
        }
    }

    @Override
    public boolean keepsHistory() {
        return false;
    }

    /** There is nothing to forget. */
    @Override
    public void reset() {
        requireOpen();
    }

    @Override
    public long memoryBytes() {
        requireOpen();
        return 0;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the encoder is closed");
        }
    }
}
