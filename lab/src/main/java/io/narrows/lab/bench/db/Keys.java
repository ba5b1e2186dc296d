package io.narrows.lab.bench.db;

import java.util.Arrays;

/** db_bench's keys: a big-endian number in eight bytes, padded with the digit zero. Shorter keys have the number's low bytes. */
final class Keys {
    private final int size;

    /** @param size bytes of a key, at least 1 */
    Keys(int size) {
        this.size = size;
    }

    /** Returns an array for {@link #write}. */
    byte[] allocate() {
        byte[] key = new byte[size];
        Arrays.fill(key, (byte) '0');
        return key;
    }

    /** Writes a number into a key that was {@linkplain #allocate allocated} here. */
    void write(long number, byte[] key) {
        int digits = Math.min(size, Long.BYTES);
        for (int i = 0; i < digits; i++) {
            key[i] = (byte) (number >>> 8 * (digits - 1 - i));
        }
    }
}
