package io.narrows.storage.memtable;

import io.narrows.storage.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Turns keys into numbers that ascend, unsigned, as the keys do. Equal numbers say nothing: then the keys decide. The
 * number of a key that begins with the shared bytes is the eight behind them; other keys have the lowest or the highest.
 */
final class KeyOrder {
    /** No bytes are shared. */
    static final KeyOrder PLAIN = new KeyOrder(new byte[0]);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] shared;

    private KeyOrder(byte[] shared) {
        this.shared = shared;
    }

    /** One for keys most of which are between two: what these have in common is shared. */
    static KeyOrder between(Slice first, Slice last) {
        int mismatch =
                Arrays.mismatch(first.array(), first.offset(), first.end(), last.array(), last.offset(), last.end());
        int length = mismatch < 0 ? first.length() : mismatch;
        return length == 0
                ? PLAIN
                : new KeyOrder(Arrays.copyOfRange(first.array(), first.offset(), first.offset() + length));
    }

    int sharedLength() {
        return shared.length;
    }

    long number(Slice key) {
        int length = shared.length;
        if (length == 0) {
            return eightBytes(key.array(), key.offset(), key.length());
        }
        int compared = Math.min(length, key.length());
        int at = Arrays.mismatch(shared, 0, length, key.array(), key.offset(), key.offset() + compared);
        if (at < 0) {
            return eightBytes(key.array(), key.offset() + length, key.length() - length);
        }
        return at == key.length() || (key.array()[key.offset() + at] & 0xff) < (shared[at] & 0xff) ? 0 : -1;
    }

    /** The first eight bytes as a number; where there are fewer, as if zeros followed. */
    private static long eightBytes(byte[] array, int at, int length) {
        if (length >= Long.BYTES) {
            return (long) LONGS.get(array, at);
        }
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << Byte.SIZE | (i < length ? array[at + i] & 0xff : 0);
        }
        return number;
    }
}
