package io.narrows.codec;

import java.nio.ByteBuffer;

/** The decoder of {@link SnappyEncoder}'s frames. */
final class SnappyDecoder extends DecodingContext {
    private final SnappyBlocks blocks;

    SnappyDecoder(SnappyBlocks blocks) {
        this.blocks = blocks;
    }

    @Override
    void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        int size = SnappyBlocks.sizeOf(src);
        if (size > dst.remaining()) {
            throw new MalformedDataException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        blocks.decompress(src, dst, size);
    }

    @Override
    void forget() {}

    @Override
    long heldBytes() {
        return 0;
    }
}
