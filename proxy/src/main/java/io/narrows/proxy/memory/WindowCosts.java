package io.narrows.proxy.memory;

import java.util.function.IntToLongFunction;

/**
 * What a context takes under each limit of windows, in bytes.
 *
 * @param storage where it is
 * @param bytes by limit, from {@value #SMALLEST_LOG} to {@value #LARGEST_LOG} as base-two logarithms of bytes
 */
public record WindowCosts(Storage storage, long[] bytes) {
    /** Below this window a context costs nearly the same and saves much less: 16 KiB. */
    public static final int SMALLEST_LOG = 14;

    /** A limit that limits nothing. */
    public static final int LARGEST_LOG = 27;

    static final int COUNT = LARGEST_LOG - SMALLEST_LOG + 1;

    /** @param ofLog the bytes of a context whose window is at most so large, as a base-two logarithm of bytes */
    public static WindowCosts of(Storage storage, IntToLongFunction ofLog) {
        long[] bytes = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            bytes[i] = ofLog.applyAsLong(SMALLEST_LOG + i);
        }
        return new WindowCosts(storage, bytes);
    }

    /** What it takes under a limit. */
    public long under(int limitLog) {
        return bytes[limitLog - SMALLEST_LOG];
    }
}
