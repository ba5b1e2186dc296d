package io.narrows.unpack.stream;

import io.narrows.codec.Varint;
import java.nio.ByteBuffer;

/** The field before literal bytes. */
public final class LiteralHeader {
    /** Most literal bytes after one header. */
    public static final int MOST_BYTES = (1 << 7 * Varint.MAX_LENGTH - 1) - 1;

    private LiteralHeader() {}

    /** Returns the bytes of the header. */
    public static int length(int literals) {
        return Varint.length(literals << 1);
    }

    /**
     * Writes the header.
     *
     * @param literals the bytes that follow, 1 to {@link #MOST_BYTES}
     */
    public static void put(ByteBuffer dst, int literals) {
        if (literals < 1 || literals > MOST_BYTES) {
            throw new IllegalArgumentException("literals: " + literals + " (expected: 1-" + MOST_BYTES + ")");
        }
        Varint.put(dst, literals << 1);
    }
}
