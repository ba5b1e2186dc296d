package io.narrows.codec.dense;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Arrays of contexts that were closed, for those that are opened. Connections that come and go would fill the old generation with
 * megabytes of garbage each, until the heap has grown to its limit. Safe for use by many threads; it is asked when a context is
 * opened, grows or is closed, not for frames.
 */
public final class ArrayPool {
    /** Smaller arrays are left to the garbage collector. */
    private static final int SMALLEST_BYTES = 16 << 10;

    private final long maxBytes;
    private final Map<Kind, Deque<Object>> idle = new HashMap<>();
    private long idleBytes;

    private record Kind(Class<?> element, int length) {}

    /** @param maxBytes the most that idle arrays take; with 0 none is kept */
    public ArrayPool(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** An array of zeros. */
    byte[] bytes(int length) {
        byte[] kept = (byte[]) take(byte.class, length);
        if (kept == null) {
            return new byte[length];
        }
        Arrays.fill(kept, (byte) 0);
        return kept;
    }

    /** An array of zeros. */
    int[] ints(int length) {
        int[] kept = (int[]) take(int.class, length);
        if (kept == null) {
            return new int[length];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    /** An array of zeros. */
    long[] longs(int length) {
        long[] kept = (long[]) take(long.class, length);
        if (kept == null) {
            return new long[length];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    private synchronized Object take(Class<?> element, int length) {
        Deque<Object> same = idle.get(new Kind(element, length));
        if (same == null || same.isEmpty()) {
            return null;
        }
        Object array = same.pop();
        idleBytes -= size(array);
        return array;
    }

    /** Takes an array that nothing refers to any more, but for those who do not care what they read. */
    void giveBack(Object array) {
        long bytes = size(array);
        if (bytes < SMALLEST_BYTES) {
            return;
        }
        synchronized (this) {
            if (idleBytes + bytes <= maxBytes) {
                idleBytes += bytes;
                idle.computeIfAbsent(
                                new Kind(array.getClass().getComponentType(), Array.getLength(array)),
                                kind -> new ArrayDeque<>())
                        .push(array);
            }
        }
    }

    /** What idle arrays take, in bytes. */
    public synchronized long idleBytes() {
        return idleBytes;
    }

    private static long size(Object array) {
        int length = Array.getLength(array);
        if (array instanceof byte[]) {
            return length;
        }
        return array instanceof int[] ? 4L * length : 8L * length;
    }
}
