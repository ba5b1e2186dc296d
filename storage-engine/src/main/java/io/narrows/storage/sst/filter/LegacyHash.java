package io.narrows.storage.sst.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash of filters below format version 5: LevelDB's, with the seed of its filters ({@code BloomHash}). */
final class LegacyHash {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SEED = 0xbc9f_1d34;
    private static final int FACTOR = 0xc6a4_a793;

    private LegacyHash() {}

    static int of(byte[] array, int offset, int length) {
        int hash = SEED ^ length * FACTOR;
        int at = offset;
        int end = offset + length;
        for (; at <= end - Integer.BYTES; at += Integer.BYTES) {
            hash = (hash + (int) INT.get(array, at)) * FACTOR;
            hash ^= hash >>> 16;
        }
        if (at == end) {
            return hash;
        }
        for (int i = at; i < end; i++) {
            hash += array[i] << 8 * (i - at); // signed, as in LevelDB's first compilers
        }
        hash *= FACTOR;
        return hash ^ hash >>> 24;
    }
}
