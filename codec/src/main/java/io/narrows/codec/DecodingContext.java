package io.narrows.codec;

import java.nio.ByteBuffer;

/** A stream decoder that need not look after callers who closed it, or have no frame. */
abstract class DecodingContext extends OpenContext implements StreamDecoder {
    @Override
    public final void decode(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        requireOpen();
        if (src.hasRemaining()) {
            decodeContent(src, dst);
        }
    }

    @Override
    public final void reset() {
        requireOpen();
        forget();
    }

    @Override
    public final long memoryBytes() {
        requireOpen();
        return heldBytes();
    }

    /** Decodes a frame of one byte or more. */
    abstract void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException;

    abstract void forget();

    abstract long heldBytes();
}
