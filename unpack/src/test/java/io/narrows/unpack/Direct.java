package io.narrows.unpack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Direct buffers for tests. */
public final class Direct {
    private Direct() {}

    /** Returns a buffer with these bytes remaining. */
    public static ByteBuffer of(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes)
                .flip();
    }

    /** Returns the remaining bytes of a buffer, whose position is not changed. */
    public static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
