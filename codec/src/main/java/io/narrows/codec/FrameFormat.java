package io.narrows.codec;

import java.nio.ByteBuffer;

/** How a frame that is one block by itself says the size of its content, which bounds the output before any is made. */
enum FrameFormat {
    /** The block does not know its size: a {@link Varint} goes before it. */
    SIZE_BEFORE_BLOCK(Varint.MAX_LENGTH) {
        @Override
        void putSize(ByteBuffer dst, int size) {
            Varint.put(dst, size);
        }

        @Override
        int takeSize(ByteBuffer src) throws MalformedDataException {
            return Varint.get(src);
        }
    },
    /** The block starts with its size, as Snappy's do. */
    SIZE_IN_BLOCK(0) {
        @Override
        void putSize(ByteBuffer dst, int size) {}

        @Override
        int takeSize(ByteBuffer src) throws MalformedDataException {
            return SnappyBlocks.sizeOf(src);
        }
    };

    /** The most bytes that go before the block. */
    final int overhead;

    FrameFormat(int overhead) {
        this.overhead = overhead;
    }

    abstract void putSize(ByteBuffer dst, int size);

    /** Reads the size and leaves the buffer at the block. */
    abstract int takeSize(ByteBuffer src) throws MalformedDataException;
}
