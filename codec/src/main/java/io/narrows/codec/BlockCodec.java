package io.narrows.codec;

import java.nio.ByteBuffer;

/** Compresses one buffer into one buffer, with no memory of earlier ones. Safe for use by many threads. */
public interface BlockCodec extends AutoCloseable {
    /** What {@link #compress} returns when the result does not fit. */
    int DECLINED = -1;

    /** The most bytes that {@code length} bytes can compress to. */
    int maxCompressedLength(int length);

    /**
     * Compresses all that remains of {@code src}. On success both buffers are advanced; when the result is larger than
     * what {@code dst} has free the call declines and both positions are as before. A caller that wants a block kept only
     * when it shrinks by one eighth gives a {@code dst} of seven eighths.
     *
     * @return the bytes written, or {@link #DECLINED}
     */
    int compress(ByteBuffer src, ByteBuffer dst);

    /**
     * Decompresses all that remains of {@code src} to exactly {@code length} bytes and advances both buffers.
     *
     * @param length the exact size of the result, in bytes; nothing is allocated by it
     * @throws MalformedDataException when the block is damaged or its result has another size
     * @throws IllegalArgumentException when {@code dst} has less than {@code length} free
     */
    void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException;

    /**
     * Gives native memory back at once, which the collector would do in the end. No call may be under way, and none may
     * follow. Worth while where there are many codecs: each dictionary has one.
     */
    @Override
    default void close() {}
}
