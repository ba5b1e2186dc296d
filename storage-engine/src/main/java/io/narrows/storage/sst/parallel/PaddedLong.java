package io.narrows.storage.sst.parallel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A volatile long that shares no cache line with other data: it is padded by 128 bytes on either side, because
 * processors fetch lines in pairs.
 */
final class PaddedLong {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int PADDING = 128 / Long.BYTES;

    private final long[] array = new long[2 * PADDING + 1];

    long get() {
        return (long) LONGS.getVolatile(array, PADDING);
    }

    boolean compareAndSet(long expected, long value) {
        return LONGS.compareAndSet(array, PADDING, expected, value);
    }
}
