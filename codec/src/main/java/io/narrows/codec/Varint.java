package io.narrows.codec;

import java.nio.ByteBuffer;

/** A size from 0 to 2^28 - 1 in little-endian base 128, as in protobuf and snappy: one to four bytes. */
final class Varint {
    static final int MAX_LENGTH = 4;

    private Varint() {}

    static void put(ByteBuffer dst, int value) {
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

    /** Reads a size and advances the buffer. */
    static int get(ByteBuffer src) throws MalformedDataException {
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
