package io.narrows.storage.sst.parallel;

import java.util.Arrays;

/**
 * Decides whether the blocks of a file are worth a {@link CompressionRing}, by their measured compression time instead of
 * the codec's name. A block that is handed over leaves the cache of the thread that filled it, and sometimes a thread must
 * be woken; so compressing it must take at least {@link #WORTH_NANOS}. It must also be a large part of the emitter's time
 * per block: an emitter that is slow for other reasons would gain little from waking workers. Both bounds have hysteresis,
 * so that a file does not switch back and forth.
 *
 * <p>It times {@value #WINDOW} blocks in a row and decides by their medians, which are robust against a descheduled thread;
 * then it skips {@value #PAUSE} blocks. Until the first decision it chooses serial. Not thread-safe; it does not read a
 * clock itself. It may serve several files of the same options in turn.
 */
public final class ParallelGain {
    /** Compression time of a block in nanoseconds at which a file switches to parallel. */
    public static final long WORTH_NANOS = 10_000;

    /** Compression time of a block in nanoseconds below which a parallel file switches to serial. */
    public static final long WORTHLESS_NANOS = 7_000;

    /** Number of blocks timed for one decision. */
    public static final int WINDOW = 15;

    /** Number of blocks not timed between two windows. */
    public static final int PAUSE = 240;

    private static final int PREPARING_WORTH = 8;
    private static final int PREPARING_WORTHLESS = 12;

    private final long[] compressing = new long[WINDOW];
    private final long[] preparing = new long[WINDOW];
    private int timed;
    private int begun;
    private boolean parallel;

    /** Returns whether blocks should go through the ring; changes only within {@link #add}. */
    public boolean isParallel() {
        return parallel;
    }

    /** Returns whether to time the next block and pass it to {@link #add}; call once per block. */
    public boolean times() {
        boolean times = begun < WINDOW;
        begun = (begun + 1) % (WINDOW + PAUSE);
        return times;
    }

    /**
     * Adds the times of a timed block. In a ring they are known some blocks later, when its slot is claimed again.
     *
     * @param compressNanos time to compress it in nanoseconds, on any thread
     * @param prepareNanos nanoseconds from claiming its slot to emitting it, or, without a ring, from the end of the
     *     previous block to the start of its compression
     */
    public void add(long compressNanos, long prepareNanos) {
        compressing[timed] = compressNanos;
        preparing[timed] = prepareNanos;
        timed++;
        if (timed == WINDOW) {
            timed = 0;
            decide(median(compressing), median(preparing));
        }
    }

    private void decide(long compressNanos, long prepareNanos) {
        long enough = parallel ? WORTHLESS_NANOS : WORTH_NANOS;
        int most = parallel ? PREPARING_WORTHLESS : PREPARING_WORTH;
        parallel = compressNanos >= enough && prepareNanos / most <= compressNanos;
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[WINDOW / 2];
    }
}
