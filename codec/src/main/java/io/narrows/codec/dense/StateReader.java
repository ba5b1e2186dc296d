package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the parts of a {@link ContextState} into arrays that have their initial values; the counterpart of {@link StateWriter}. */
final class StateReader {
    private final ByteBuffer in;

    StateReader(byte[] state) {
        in = ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN);
    }

    int number() {
        return in.getInt();
    }

    void bytes(byte[] values, int from, int length) {
        in.get(values, from, length);
    }

    void longs(long[] values, int from, int length) {
        for (int i = from; i < from + length; i++) {
            values[i] = in.getLong();
        }
    }

    /** Returns eight bits, from the lowest on. */
    int bits() {
        return in.get() & 0xff;
    }

    void numbers(int[] values, int from, int length) {
        in.asIntBuffer().get(values, from, length);
        in.position(in.position() + Integer.BYTES * length);
    }

    /** @param row a divisor of the array's length */
    void rows(int[] values, int row) {
        for (int from = 0; from < values.length; from += row) {
            if (in.get() != 0) {
                numbers(values, from, row);
            }
        }
    }
}
