package io.narrows.codec.dense;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recycles the arrays of closed contexts. Without it, short-lived connections would leave megabytes of garbage each in the old
 * generation until the heap reaches its limit. Used when a context is opened, grows or is closed, not per frame. Safe for use by
 * many threads.
 */
public final class ArrayPool {
    /** Smaller arrays are left to the garbage collector. */
    private static final int SMALLEST_BYTES = 16 << 10;

    private final long maxBytes;
    private final Map<Kind, Deque<Object>> idle = new HashMap<>();
    private long idleBytes;

    private record Kind(Class<?> element, int length) {}

    /** @param maxBytes limit of the idle arrays, in bytes; 0 disables recycling */
    public ArrayPool(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns an array of zeros. */
    byte[] bytes(int length) {
        byte[] kept = (byte[]) take(byte.class, length);
        if (kept == null) {
            return new byte[length];
        }
        Arrays.fill(kept, (byte) 0);
        return kept;
    }

    /** Returns an array of zeros. */
    int[] ints(int length) {
        int[] kept = (int[]) take(int.class, length);
        if (kept == null) {
            return new int[length];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    /** Returns an array of zeros. */
    long[] longs(int length) {
        long[] kept = (long[]) take(long.class, length);
        if (kept == null) {
            return new long[length];
        }
        Arrays.fill(kept, 0);
        return kept;
    }

    private synchronized @Nullable Object take(Class<?> element, int length) {
        Deque<Object> same = idle.get(new Kind(element, length));
        if (same == null || same.isEmpty()) {
            return null;
        }
        Object array = same.pop();
        idleBytes -= size(array);
        return array;
    }

    /** Recycles an array. The caller must no longer use it; concurrent readers that tolerate arbitrary content may. */
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

    /** Returns the size of all idle arrays, in bytes. */
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
