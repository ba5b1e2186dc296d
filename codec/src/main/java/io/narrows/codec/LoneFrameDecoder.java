package io.narrows.codec;

import java.nio.ByteBuffer;

/** The other end of {@link LoneFrameEncoder}. */
final class LoneFrameDecoder implements StreamDecoder {
    private final BlockCodec blocks;
    private final FrameFormat format;
    private boolean closed;

    LoneFrameDecoder(BlockCodec blocks, FrameFormat format) {
        this.blocks = blocks;
        this.format = format;
    }

    @Override
    public void decode(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        requireOpen();
        if (!src.hasRemaining()) {
            return;
        }
        int size = format.takeSize(src);
        if (size > dst.remaining()) {
            throw new MalformedDataException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        blocks.decompress(src, dst, size);
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
            throw new IllegalStateException("the decoder is closed");
        }
    }
}
