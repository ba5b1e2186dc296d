package io.narrows.codec.dense;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and compares eight bytes at a time. */
final class Words {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    static long at(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    /** Returns the number of different bytes, from the first (lowest) one on, before two words have an equal byte; 8 if they have none. */
    static int different(long one, long other) {
        long difference = one ^ other;
        long low = 0x7f7f_7f7f_7f7f_7f7fL;
        long equal = ~((difference & low) + low | difference | low); // the top bit of each equal byte
        return Long.numberOfTrailingZeros(equal) >>> 3;
    }

    /** Returns the number of equal bytes from two positions on, at most {@code max}. Reads up to seven bytes more. */
    static int alike(byte[] bytes, int one, int other, int max) {
        for (int i = 0; i < max; i += 8) {
            long difference = at(bytes, one + i) ^ at(bytes, other + i);
            if (difference != 0) {
                return Math.min(max, i + (Long.numberOfTrailingZeros(difference) >>> 3));
            }
        }
        return max;
    }
}
