package io.narrows.codec;

import java.nio.ByteBuffer;

/** A stream encoder that need not look after callers who broke the contract, or have nothing to encode. */
abstract class EncodingContext extends OpenContext implements StreamEncoder {
    @Override
    public final void encode(ByteBuffer src, ByteBuffer dst) {
        requireOpen();
        Room.require(dst, maxFrameLength(src.remaining()));
        if (src.hasRemaining()) {
            encodeContent(src, dst);
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

    /** Encodes one byte or more, with the room that {@link #maxFrameLength} asks for. */
    abstract void encodeContent(ByteBuffer src, ByteBuffer dst);

    abstract void forget();

    abstract long heldBytes();
}
