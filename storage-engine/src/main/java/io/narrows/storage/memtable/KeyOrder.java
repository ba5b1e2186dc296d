package io.narrows.storage.memtable;

import io.narrows.storage.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Maps keys to numbers that have the same order, unsigned. If the numbers are equal, the keys themselves must be compared.
 * The number of a key that begins with the shared prefix is formed by the next eight bytes; other keys get the lowest or
 * the highest number.
 */
final class KeyOrder {
    /** No shared prefix. */
    static final KeyOrder PLAIN = new KeyOrder(new byte[0]);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] shared;

    private KeyOrder(byte[] shared) {
        this.shared = shared;
    }

    /** Returns an order for keys mostly between two keys, whose common prefix is shared. */
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

    /** Returns the first eight bytes as a number, zero-padded. */
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
