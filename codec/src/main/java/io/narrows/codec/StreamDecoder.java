package io.narrows.codec;

import io.narrows.codec.dense.ContextState;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decodes the frames of a {@link StreamEncoder}, which must arrive complete and in order. Not thread-safe. */
public interface StreamDecoder extends AutoCloseable {
    /**
     * Decodes one whole frame, all remaining bytes of {@code src}, and advances both buffers. The space in {@code dst}
     * limits the output of a hostile frame.
     *
     * @throws MalformedDataException if the frame is damaged, does not end where {@code src} ends, produces more than fits
     *     into {@code dst}, requests a larger window than the decoder allows, or takes more memory than its {@linkplain #limitMemory
     *     limit}, a {@link ContextLimitException}; the context is then unusable
     */
    void decode(ByteBuffer src, ByteBuffer dst) throws MalformedDataException;

    /**
     * Adds bytes to the window that were not decoded here, like the encoder's {@link StreamEncoder#learn}.
     *
     * @throws ContextLimitException if the decoder's {@linkplain #limitMemory limit} does not suffice
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException if no frame was decoded yet
     */
    default void learn(ByteBuffer content) throws MalformedDataException {
        throw new UnsupportedOperationException("this codec cannot learn from data that it did not decode");
    }

    /**
     * Begins the context from a state of another one instead of empty, like the encoder's {@link StreamEncoder#beginFrom}. The next frame
     * must be the first one of a new or {@link #reset} context; it is refused as malformed if its parameters differ.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     */
    default void beginFrom(ContextState state) {
        throw new UnsupportedOperationException("contexts of this codec begin empty");
    }

    /**
     * Returns the state after the last frame, like the encoder's {@link StreamEncoder#state}.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException if no frame was decoded yet
     */
    default ContextState state() {
        throw new UnsupportedOperationException("states of this codec's contexts cannot be saved");
    }

    /** Returns whether the last frame was of level 0 of {@code dense}, which is decoded faster than others. */
    default boolean decodedLevel0() {
        return false;
    }

    /** Returns optional work like {@link StreamEncoder#preparation}. */
    default @Nullable Runnable preparation() {
        return null;
    }

    /**
     * Limits the memory of this decoder, which is unlimited at first; without effect unless the codec is {@code dense}. A frame, or bytes to
     * learn, after which it would hold more are refused: before anything is allocated for the window, and after 64 KiB of content that
     * added models. The decoder is then empty, and unusable until {@link #reset}. What is prepared does not count, but is dropped if it does
     * not fit beside the rest. Call this between frames.
     *
     * @param bytes maximum of {@link #memoryBytes}, also after {@link #reset}
     * @throws IllegalArgumentException if the decoder holds more, besides what is prepared
     */
    default void limitMemory(long bytes) {}

    /**
     * Clears the window, for an encoder that is new or was {@link StreamEncoder#reset}. With {@code dense}, this frees what has grown: the
     * next context begins as small as that of a new decoder.
     */
    void reset();

    /**
     * Returns the allocated memory of the window and tables, including native memory, in bytes; an estimate if a library hides it. With
     * {@code dense} it grows with the content, up to that of {@link ContextSizes}; other codecs allocate all of it at once.
     */
    long memoryBytes();

    /** Frees the context. Later calls fail with {@link IllegalStateException}. */
    @Override
    void close();
}
