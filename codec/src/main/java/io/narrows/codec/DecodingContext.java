package io.narrows.codec;

import java.nio.ByteBuffer;

/** A base class of stream decoders, which checks for closed contexts and empty frames. */
abstract class DecodingContext extends OpenContext implements StreamDecoder {
    private boolean begun;

    @Override
    public final void decode(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        requireOpen();
        if (src.hasRemaining()) {
            if (!begun) {
                begin(src);
                begun = true;
            }
            decodeContent(src, dst);
        }
    }

    @Override
    public final void reset() {
        requireOpen();
        begun = false;
        forget();
    }

    @Override
    public final long memoryBytes() {
        requireOpen();
        return heldBytes();
    }

    /** Reads what precedes the first frame's content in a context that begins with a dictionary. */
    void begin(ByteBuffer src) throws MalformedDataException {}

    /** Decodes a frame of at least one byte. */
    abstract void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException;

    abstract void forget();

    abstract long heldBytes();
}
