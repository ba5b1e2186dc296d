package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes the parts of a {@link ContextState}. Most models of a context have never been used, so arrays are divided into rows, and a row
 * whose elements all have their initial value takes a single byte, or a bit if it is one of {@link Rows}.
 */
final class StateWriter {
    private static final int FIRST_BYTES = 256 << 10;

    private ByteBuffer out = ByteBuffer.allocate(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private long rowBytes;

    /** Records the memory of rows that a context takes when it loads the written ones. */
    void takes(long bytes) {
        rowBytes += bytes;
    }

    /** Returns the memory of all {@link Rows} of a context that loads those written, in bytes. */
    long rowBytes() {
        return rowBytes;
    }

    void number(int value) {
        ensure(Integer.BYTES);
        out.putInt(value);
    }

    void bytes(byte[] values, int from, int length) {
        ensure(length);
        out.put(values, from, length);
    }

    void longs(long[] values, int from, int length) {
        ensure(Long.BYTES * length);
        for (int i = from; i < from + length; i++) {
            out.putLong(values[i]);
        }
    }

    /** Writes the lowest eight bits. */
    void bits(int value) {
        ensure(1);
        out.put((byte) value);
    }

    void numbers(int[] values, int from, int length) {
        ensure(Integer.BYTES * length);
        out.asIntBuffer().put(values, from, length);
        out.position(out.position() + Integer.BYTES * length);
    }

    /**
     * Writes an array that is divided into rows.
     *
     * @param row a divisor of the array's length
     * @param initial the value of elements that were never used
     */
    void rows(int[] values, int row, int initial) {
        for (int from = 0; from < values.length; from += row) {
            boolean used = isUsed(values, from, from + row, initial);
            bits(used ? 1 : 0);
            if (used) {
                numbers(values, from, row);
            }
        }
    }

    private static boolean isUsed(int[] values, int from, int to, int initial) {
        for (int i = from; i < to; i++) {
            if (values[i] != initial) {
                return true;
            }
        }
        return false;
    }

    private void ensure(int more) {
        if (out.remaining() < more) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * out.capacity(), out.position() + more))
                    .order(ByteOrder.LITTLE_ENDIAN);
            out = larger.put(out.flip());
        }
    }

    /** Returns a copy of everything written. */
    byte[] toBytes() {
        return Arrays.copyOf(out.array(), out.position());
    }
}
