package io.narrows.codec;

import java.nio.ByteBuffer;

/**
 * Compresses one direction of one connection, frame by frame. What earlier frames held is the window of later ones;
 * each frame is flushed, so that the decoder returns all of it as soon as it has all of it. Not thread-safe.
 */
public interface StreamEncoder extends AutoCloseable {
    /** The most bytes that a frame of {@code length} app bytes can take: what {@code dst} must have free. */
    int maxFrameLength(int length);

    /**
     * Encodes all that remains of {@code src} as the next frame and advances both buffers. Either buffer may be direct
     * or heap.
     *
     * @throws IllegalArgumentException when {@code dst} has less free than {@link #maxFrameLength} asks
     */
    void encode(ByteBuffer src, ByteBuffer dst);

    /**
     * Whether frames refer to earlier ones. A frame of an encoder without history can be thrown away after it was encoded;
     * one of an encoder with history cannot.
     */
    boolean keepsHistory();

    /**
     * Takes bytes into the window that were not encoded here, so that later frames can refer to them. The decoder must {@link
     * StreamDecoder#learn} the same bytes between the same frames. A fresh context has to have encoded a frame before.
     *
     * @throws UnsupportedOperationException unless the codec is {@code dense}
     * @throws IllegalStateException when no frame was encoded yet
     */
    default void learn(ByteBuffer content) {
        throw new UnsupportedOperationException("this codec learns only from what it encodes");
    }

    /**
     * What makes later frames faster, and may be run on another thread while they follow, or not at all; null when there is
     * nothing to prepare. To be called between frames.
     */
    default Runnable preparation() {
        return null;
    }

    /** Forgets the window: the next frame must be decoded by a decoder that is new or {@link StreamDecoder#reset}. */
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
