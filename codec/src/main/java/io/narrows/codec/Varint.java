package io.narrows.codec;

import java.nio.ByteBuffer;

/** A size from 0 to 2^28 - 1 in little-endian base 128, as in protobuf and snappy: one to four bytes. */
public final class Varint {
    public static final int MAX_LENGTH = 4;

    private Varint() {}

    /** Returns the bytes that {@link #put} writes. */
    public static int length(int value) {
        return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : MAX_LENGTH;
    }

    /**
     * Writes a size.
     *
     * @throws IllegalArgumentException if it is negative or too large
     */
    public static void put(ByteBuffer dst, int value) {
        if (value >>> 7 * MAX_LENGTH != 0) {
            throw new IllegalArgumentException("size " + value + " (expected: 0-" + ((1 << 7 * MAX_LENGTH) - 1) + ")");
        }
        int rest = value;
        while (rest > 0x7f) {
            dst.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        dst.put((byte) rest);
    }

    /**
     * Reads a size and advances the buffer.
     *
     * @throws MalformedDataException if the buffer ends within the size, or the size has more than four bytes
     */
    public static int get(ByteBuffer src) throws MalformedDataException {
        int value = 0;
        for (int shift = 0; shift < 7 * MAX_LENGTH; shift += 7) {
            if (!src.hasRemaining()) {
                throw new MalformedDataException("truncated size");
            }
            byte next = src.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("size of more than " + MAX_LENGTH + " bytes");
    }
}
