package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * {@code gzip} as a stream: raw deflate (RFC 1951) with a sync flush at the end of each frame. Such a flush always ends with
 * {@code 00 00 FF FF}, which is not sent. The window is deflate's own 32 KiB.
 */
final class DeflateEncoder extends EncodingContext {
    private static final int TAIL_LENGTH = 4;

    /** 2^(15+2) for window and hash chains, 2^(8+9) for hash heads and symbols, and the state: zconf.h of zlib. */
    static final long MEMORY = (1 << 17) + (1 << 17) + (6 << 10);

    /** zlib stores incompressible data in blocks of at least this many bytes, unless the flush ends a block. */
    private static final int STORED_BLOCK = 16_383;

    private static final int STORED_HEADER = 5;

    private final Deflater deflater;

    DeflateEncoder(int level) {
        deflater = new Deflater(level, true);
    }

    /**
     * Includes a stored header for each block and for the flush, and a spare byte that shows that everything was flushed.
     */
    @Override
    public int maxFrameLength(int length) {
        return length + STORED_HEADER * (length / STORED_BLOCK + 2) + 1;
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {

        deflater.setInput(src);
        deflater.deflate(dst, Deflater.SYNC_FLUSH);

        int end = dst.position() - TAIL_LENGTH;
        if (src.hasRemaining() || !dst.hasRemaining() || !tailAt(dst, end)) {
            throw new IllegalStateException("deflate did not flush within its bound");
        }
        dst.position(end);
    }

    /** Returns whether the flush's tail is at an index, regardless of the buffer's byte order. */
    private static boolean tailAt(ByteBuffer dst, int at) {
        return dst.getShort(at) == 0 && dst.getShort(at + 2) == -1;
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    @Override
    void forget() {
        deflater.reset();
    }

    @Override
    long heldBytes() {
        return MEMORY;
    }

    @Override
    void free() {
        deflater.end();
    }
}
