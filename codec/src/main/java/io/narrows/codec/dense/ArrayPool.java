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
 * generation until the heap reaches its limit. {@link #dropUnused} leaves those that are no longer needed to the garbage collector.
 * Used when a context is opened, grows or is closed, not per frame. Safe for use by many threads.
 */
public final class ArrayPool {
    /** Smaller arrays are left to the garbage collector. */
    private static final int SMALLEST_BYTES = 16 << 10;

    private final long maxBytes;
    private final Map<Kind, IdleArrays> idle = new HashMap<>();
    private long idleBytes;

    private record Kind(Class<?> element, int length) {}

    /** Arrays of the same kind. The last one given back is taken first, so that those that are not needed stay at the other end. */
    private static final class IdleArrays {
        private final Deque<Object> arrays = new ArrayDeque<>();

        /** The smallest number of arrays since the last {@link ArrayPool#dropUnused}. */
        private int unused;

        @Nullable
        Object take() {
            Object array = arrays.pollFirst();
            unused = Math.min(unused, arrays.size());
            return array;
        }
    }

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
        IdleArrays same = idle.get(new Kind(element, length));
        Object array = same == null ? null : same.take();
        if (array != null) {
            idleBytes -= size(array);
        }
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
                                kind -> new IdleArrays())
                        .arrays
                        .addFirst(array);
            }
        }
    }

    /**
     * Drops the arrays that were idle during all the time since the last call. Called periodically, so that what a burst of contexts left is
     * freed after one to two periods without another burst.
     */
    public synchronized void dropUnused() {
        for (IdleArrays same : idle.values()) {
            for (; same.unused > 0; same.unused--) {
                idleBytes -= size(same.arrays.removeLast());
            }
            same.unused = same.arrays.size();
        }
        idle.values().removeIf(same -> same.arrays.isEmpty());
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
