package io.narrows.codec;

import io.narrows.codec.dense.ContextState;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses one direction of one connection, frame by frame. The content of earlier frames is the window of later ones.
 * Each frame is flushed, so that the decoder can return all of it once it has received all of it. Not thread-safe.
 */
public interface StreamEncoder extends AutoCloseable {
    /** Returns the maximum size of a frame of {@code length} app bytes, which {@code dst} must have room for. */
    int maxFrameLength(int length);

    /**
     * Encodes all remaining bytes of {@code src} as the next frame and advances both buffers. Either buffer may be direct or
     * heap.
     *
     * @throws IllegalArgumentException if {@code dst} has less room than {@link #maxFrameLength}
     */
    void encode(ByteBuffer src, ByteBuffer dst);

    /**
     * Encodes like {@link #encode}, at level 0 of {@code dense}: faster and larger. Frames of both kinds may follow each other in any
     * order.
     *
     * @throws UnsupportedOperationException unless contexts are of {@linkplain Codecs#streamEncoder(CodecSpec, boolean) version 2} of
     *     {@code dense}
     */
    default void encodeAtLevel0(ByteBuffer src, ByteBuffer dst) {
        throw new UnsupportedOperationException("this encoder has no level 0");
    }

    /** Returns whether frames refer to earlier ones. An encoded frame can be discarded only if the encoder keeps no history. */
    boolean keepsHistory();

    /**
     * Adds bytes to the window that were not encoded here, so that later frames can refer to them. The decoder must
     * {@link StreamDecoder#learn} the same bytes between the same frames. A new context must have encoded a frame before.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException if no frame was encoded yet
     */
    default void learn(ByteBuffer content) {
        throw new UnsupportedOperationException("this codec cannot learn from data that it did not encode");
    }

    /**
     * Begins the context from a state of another one instead of empty. The decoder must {@link StreamDecoder#beginFrom begin} from the same
     * one.
     *
     * @return false, and changes nothing, if the state is that of a context with other parameters; the window may differ
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException if a frame was encoded already, or the context begins with a dictionary
     */
    default boolean beginFrom(ContextState state) {
        throw new UnsupportedOperationException("contexts of this codec begin empty");
    }

    /**
     * Begins the context with a dictionary instead of empty, and those after each {@link #reset} too: the first frame names it, and all frames
     * may refer to it until it leaves the window. Null makes them begin empty again.
     *
     * @throws UnsupportedOperationException if the codec {@linkplain Codec#beginsWithDictionary takes no dictionary}
     * @throws IllegalStateException if a frame was encoded already, the context begins {@linkplain #beginFrom from a state}, the dictionary is
     *     closed, or it has frames and contexts are not of {@linkplain Codecs#streamEncoder(CodecSpec, boolean) version 2} of {@code dense}
     */
    void beginWith(@Nullable StreamDictionary dictionary);

    /**
     * Returns the state after the last frame, from which other contexts can begin. It equals that of the decoder.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException if no frame was encoded yet
     */
    default ContextState state() {
        throw new UnsupportedOperationException("states of this codec's contexts cannot be saved");
    }

    /**
     * Returns optional work that makes later frames faster and may run on another thread while frames follow, or not at all;
     * null if there is none. Call this between frames.
     */
    default @Nullable Runnable preparation() {
        return preparation(Long.MAX_VALUE);
    }

    /**
     * Returns a {@link #preparation} that takes no more memory than permitted. What an earlier one has prepared is dropped if it exceeds the
     * permission now.
     *
     * @param permittedBytes maximum of {@link #memoryBytes} with everything that is prepared
     */
    default @Nullable Runnable preparation(long permittedBytes) {
        return null;
    }

    /**
     * Returns the memory that the decoder holds after all frames so far, in bytes, besides what it prepares. It equals the decoder's {@link
     * StreamDecoder#memoryBytes}, also after restarts. Other threads may call this; while a frame is encoded, it may be out of date.
     *
     * @return 0 unless the codec is {@code dense}: decoders of others take {@link ContextSizes#decoder(CodecSpec)} at once
     */
    default long decoderBytes() {
        return 0;
    }

    /**
     * Returns the least {@link #decoderBytes} after more content: exact, unless models are added. In a new context, it includes the
     * dictionary or the state that it begins from, with the state's models.
     *
     * @param learnt bytes that are {@linkplain #learn learnt} first
     * @param content bytes of the frame that is encoded then
     */
    default long decoderBytesAfter(int learnt, int content) {
        return 0;
    }

    /**
     * Returns the least {@link #memoryBytes} after more content: exact, unless models are added, or models of a state use memory that a
     * {@link #reset} kept. While a frame is encoded, the arrays that larger ones replace are held too. Parameters as in {@link
     * #decoderBytesAfter}.
     */
    default long memoryBytesAfter(int learnt, int content) {
        return memoryBytes();
    }

    /** Clears the window: the next frame must be decoded by a decoder that is new or {@link StreamDecoder#reset}. */
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
