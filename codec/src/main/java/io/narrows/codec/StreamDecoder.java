package io.narrows.codec;

import java.nio.ByteBuffer;

/** The other end of a {@link StreamEncoder}: frames must arrive whole and in their order. Not thread-safe. */
public interface StreamDecoder extends AutoCloseable {
    /**
     * Decodes one whole frame, all that remains of {@code src}, and advances both buffers. What {@code dst} has free is
     * the limit: it bounds what a hostile frame can produce.
     *
     * @throws MalformedDataException when the frame is damaged, does not end where {@code src} ends, produces more than
     *     {@code dst} has free, or asks for a larger window than the decoder allows; the context is then of no use
     */
    void decode(ByteBuffer src, ByteBuffer dst) throws MalformedDataException;

    /**
     * Takes bytes into the window that were not decoded here, as the encoder did with {@link StreamEncoder#learn}.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException when no frame was decoded yet
     */
    default void learn(ByteBuffer content) {
        throw new UnsupportedOperationException("this codec learns only from what it decodes");
    }

    /** The same as {@link StreamEncoder#preparation}. */
    default Runnable preparation() {
        return null;
    }

    /** Forgets the window, for an encoder that was {@link StreamEncoder#reset} or is new. */
    void reset();

    /**
     * Memory for the window and tables, native memory included, in bytes, once the window is full; an estimate where a library
     * hides it.
     */
    long memoryBytes();

    /** Frees the context. Later calls fail with {@link IllegalStateException}. */
    @Override
    void close();
}
