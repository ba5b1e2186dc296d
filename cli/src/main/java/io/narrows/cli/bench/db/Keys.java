package io.narrows.cli.bench.db;

import java.util.Arrays;

/** db_bench's keys: a number, big-endian in eight bytes, then zeros as digits. A shorter key has the number's low bytes. */
final class Keys {
    private final int size;

    /** @param size bytes of a key, at least 1 */
    Keys(int size) {
        this.size = size;
    }

    /** An array for {@link #write}. */
    byte[] allocate() {
        byte[] key = new byte[size];
        Arrays.fill(key, (byte) '0');
        return key;
    }

    /** Puts a number into a key that was {@linkplain #allocate allocated} here. */
    void write(long number, byte[] key) {
        int digits = Math.min(size, Long.BYTES);
        for (int i = 0; i < digits; i++) {
            key[i] = (byte) (number >>> 8 * (digits - 1 - i));
        }
    }
}
