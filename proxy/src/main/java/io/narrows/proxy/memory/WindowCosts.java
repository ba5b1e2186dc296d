package io.narrows.proxy.memory;

import java.util.function.IntToLongFunction;

/**
 * Memory of a context under each window limit, in bytes.
 *
 * @param storage kind of memory
 * @param bytes memory for each window limit, from 2^{@value #SMALLEST_LOG} to 2^{@value #LARGEST_LOG} bytes in powers of two
 */
public record WindowCosts(Storage storage, long[] bytes) {
    /** The smallest window, 16 KiB; below it, a context needs nearly the same memory and saves much less. */
    public static final int SMALLEST_LOG = 14;

    /** The largest window, which imposes no restriction. */
    public static final int LARGEST_LOG = 27;

    static final int COUNT = LARGEST_LOG - SMALLEST_LOG + 1;

    /** @param ofLog computes the memory of a context under a window limit, given as a base-two logarithm of bytes */
    public static WindowCosts of(Storage storage, IntToLongFunction ofLog) {
        long[] bytes = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            bytes[i] = ofLog.applyAsLong(SMALLEST_LOG + i);
        }
        return new WindowCosts(storage, bytes);
    }

    /** Returns the memory under a limit, in bytes. */
    public long under(int limitLog) {
        return bytes[limitLog - SMALLEST_LOG];
    }
}
