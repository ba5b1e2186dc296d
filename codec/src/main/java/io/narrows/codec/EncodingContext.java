package io.narrows.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A base class of stream encoders, which checks the callers' contract and skips empty input. */
abstract class EncodingContext extends OpenContext implements StreamEncoder {
    private boolean begun;

    @Override
    public final void encode(ByteBuffer src, ByteBuffer dst) {
        requireOpen();
        Room.require(dst, maxFrameLength(src.remaining()));
        if (src.hasRemaining()) {
            beginOnce(dst);
            encodeContent(src, dst);
        }
    }

    @Override
    public final void encodeAtLevel0(ByteBuffer src, ByteBuffer dst) {
        requireOpen();
        Room.require(dst, maxFrameLength(src.remaining()));
        if (src.hasRemaining()) {
            beginOnce(dst);
            encodeContentAtLevel0(src, dst);
        }
    }

    private void beginOnce(ByteBuffer dst) {
        if (!begun) {
            begin(dst);
            begun = true;
        }
    }

    @Override
    public final void beginWith(@Nullable StreamDictionary dictionary) {
        requireOpen();
        if (begun) {
            throw new IllegalStateException("cannot begin with a dictionary after the first frame");
        }
        use(dictionary);
    }

    /** Has contexts begin with a dictionary, or empty if it is null. */
    void use(@Nullable StreamDictionary dictionary) {
        throw new UnsupportedOperationException("streams of this codec cannot begin with a dictionary");
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

    /** Writes what precedes the first frame's content in a context that begins with a dictionary. */
    void begin(ByteBuffer dst) {}

    /** Encodes at least one byte; {@code dst} has the space required by {@link #maxFrameLength}. */
    abstract void encodeContent(ByteBuffer src, ByteBuffer dst);

    /** Encodes like {@link #encodeContent}, at level 0. */
    void encodeContentAtLevel0(ByteBuffer src, ByteBuffer dst) {
        throw new UnsupportedOperationException("this encoder has no level 0");
    }

    abstract void forget();

    abstract long heldBytes();
}
