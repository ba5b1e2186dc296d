package io.narrows.codec;

import java.nio.ByteBuffer;

/** {@code none} for blocks: the block is its content. */
final class StoredBlocks implements BlockCodec {
    @Override
    public int maxCompressedLength(int length) {
        return length;
    }

    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        int length = src.remaining();
        if (length > dst.remaining()) {
            return DECLINED;
        }
        dst.put(src);
        return length;
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        if (src.remaining() != length) {
            throw new MalformedDataException(
                    "stored block of " + src.remaining() + " bytes (expected: " + length + ")");
        }
        dst.put(src);
    }
}
