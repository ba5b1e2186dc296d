package io.narrows.codec;

import java.nio.ByteBuffer;

/** A base class of stream decoders, which checks for closed contexts and empty frames. */
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

    /** Decodes a frame of at least one byte. */
    abstract void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException;

    abstract void forget();

    abstract long heldBytes();
}
