package io.narrows.codec;

import java.nio.ByteBuffer;

/** Compresses single buffers, independently of earlier ones. Safe for use by many threads. */
public interface BlockCodec extends AutoCloseable {
    /** Result of {@link #compress} if the compressed data does not fit. */
    int DECLINED = -1;

    /** Returns the maximum compressed size of {@code length} bytes. */
    int maxCompressedLength(int length);

    /**
     * Compresses all remaining bytes of {@code src}. On success both buffers are advanced. If the result does not fit into
     * the remaining space of {@code dst}, the call declines and leaves both positions unchanged. A caller that keeps a
     * block only if it shrinks by one eighth passes a {@code dst} of seven eighths.
     *
     * @return the number of bytes written, or {@link #DECLINED}
     */
    int compress(ByteBuffer src, ByteBuffer dst);

    /**
     * Decompresses all remaining bytes of {@code src} to exactly {@code length} bytes and advances both buffers.
     *
     * @param length exact size of the result, in bytes; no memory is allocated for it
     * @throws MalformedDataException if the block is damaged or its result has a different size
     * @throws IllegalArgumentException if {@code dst} has less than {@code length} bytes of space
     */
    void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException;

    /**
     * Frees native memory immediately rather than at garbage collection. No other call may be running or follow. Useful
     * with many codecs, because each dictionary has its own codec.
     */
    @Override
    default void close() {}
}
