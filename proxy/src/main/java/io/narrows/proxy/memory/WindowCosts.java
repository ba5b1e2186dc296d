package io.narrows.proxy.memory;

import java.util.function.IntToLongFunction;

/**
 * Memory of a context under each limit of contexts, in bytes. Limits, from the strictest to the loosest:
 *
 * <pre>
 *   LEAST_LIMIT                  contexts in steps of memory take only the first step; others have the smallest window
 *   SMALLEST_LOG to LARGEST_LOG  windows up to that size, as base-two logarithms of bytes, but no more steps than are asked for
 *   AHEAD_LIMIT                  windows of any size; contexts in steps take at least the second step, asked for or not
 *   WHOLE_LIMIT                  windows of any size; contexts in steps take all steps, asked for or not
 * </pre>
 *
 * Contexts may have more than a limit gives while memory is free, in the order in which they ask: see {@link Account#permitted}.
 *
 * @param storage kind of memory
 * @param bytes memory for each limit, from {@link #LEAST_LIMIT} to {@link #WHOLE_LIMIT}; it does not decrease
 * @param most memory for each limit while memory is free; never less than {@code bytes}
 */
public record WindowCosts(Storage storage, long[] bytes, long[] most) {
    /** The smallest window, 16 KiB; below it, a context needs nearly the same memory and saves much less. */
    public static final int SMALLEST_LOG = 14;

    /** The largest window, which imposes no restriction. */
    public static final int LARGEST_LOG = 27;

    /** The strictest limit. */
    public static final int LEAST_LIMIT = SMALLEST_LOG - 1;

    /** The limit at which contexts in steps take the second step in advance. */
    public static final int AHEAD_LIMIT = LARGEST_LOG + 1;

    /** The limit at which contexts in steps take all of their memory in advance. */
    public static final int WHOLE_LIMIT = LARGEST_LOG + 2;

    static final int COUNT = WHOLE_LIMIT - LEAST_LIMIT + 1;

    /**
     * Returns the memory of a context without steps.
     *
     * @param ofLog computes the memory of a context under a window limit, given as a base-two logarithm of bytes
     */
    public static WindowCosts of(Storage storage, IntToLongFunction ofLog) {
        return ofLimits(storage, limit -> ofLog.applyAsLong(windowLog(limit)));
    }

    /** @param ofLimit computes the memory of a context under a limit, which is all that it may have */
    public static WindowCosts ofLimits(Storage storage, IntToLongFunction ofLimit) {
        return ofLimits(storage, ofLimit, ofLimit);
    }

    /**
     * @param ofLimit computes the memory of a context under a limit
     * @param mostOfLimit computes what it may have under a limit while memory is free
     */
    public static WindowCosts ofLimits(Storage storage, IntToLongFunction ofLimit, IntToLongFunction mostOfLimit) {
        return new WindowCosts(storage, each(ofLimit), each(mostOfLimit));
    }

    private static long[] each(IntToLongFunction ofLimit) {
        long[] bytes = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            bytes[i] = ofLimit.applyAsLong(LEAST_LIMIT + i);
        }
        return bytes;
    }

    /** Returns the largest window under a limit, as a base-two logarithm of bytes. */
    public static int windowLog(int limit) {
        return Math.max(SMALLEST_LOG, Math.min(limit, LARGEST_LOG));
    }

    /** Returns the memory under a limit, in bytes. */
    public long under(int limit) {
        return bytes[limit - LEAST_LIMIT];
    }

    /** Returns the memory under a limit while memory is free, in bytes. */
    public long most(int limit) {
        return most[limit - LEAST_LIMIT];
    }
}
