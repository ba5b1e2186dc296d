package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bits in the order of deflate: each byte fills from its lowest bit. For one thread at a time. */
final class BitOutput {
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    /** The last bits, from the lowest, of which the bytes have none yet. */
    private long bits;

    private int count;

    /** @param dst the output begins at its index 0 */
    void begin(ByteBuffer dst) {
        bytes = dst.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
        bits = 0;
        count = 0;
    }

    /**
     * Appends the lowest bits of a value, which has no others.
     *
     * @param width 0 to 16
     */
    void put(int value, int width) {
        bits |= (long) value << count;
        count += width;
        if (count >= Integer.SIZE) {
            bytes.putInt((int) bits);
            bits >>>= Integer.SIZE;
            count -= Integer.SIZE;
        }
    }

    /** Fills the last byte with zeros. */
    void align() {
        while (count > 0) {
            bytes.put((byte) bits);
            bits >>>= Byte.SIZE;
            count -= Byte.SIZE;
        }
        count = 0;
    }

    /** Appends bytes where a byte begins. */
    void put(ByteBuffer content, int from, int length) {
        align();
        bytes.put(bytes.position(), content, from, length).position(bytes.position() + length);
    }

    /** Returns a buffer whose position is the number of bytes that are complete so far. */
    ByteBuffer bytes() {
        return bytes;
    }
}
