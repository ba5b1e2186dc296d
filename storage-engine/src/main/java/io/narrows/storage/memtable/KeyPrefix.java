package io.narrows.storage.memtable;

import io.narrows.storage.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first eight bytes of a key as a number. Where two are not equal, they are ordered as their keys, unsigned; where they
 * are, the keys decide.
 */
final class KeyPrefix {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private KeyPrefix() {}

    /** A shorter key counts as if zeros followed. */
    static long of(Slice key) {
        if (key.length() >= Long.BYTES) {
            return (long) LONGS.get(key.array(), key.offset());
        }
        long prefix = 0;
        for (int at = key.offset(); at < key.end(); at++) {
            prefix = prefix << Byte.SIZE | key.array()[at] & 0xff;
        }
        return key.length() == 0 ? 0 : prefix << Byte.SIZE * (Long.BYTES - key.length());
    }
}
