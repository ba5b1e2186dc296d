package io.narrows.storage.sst.parallel;

import java.util.Arrays;

/**
 * Whether the blocks of a file are worth a {@link CompressionRing}, by what compressing them costs and not by the codec's
 * name. A block that is handed over leaves the cache of the thread that filled it, and now and then a thread must be woken; so
 * a block must cost {@link #WORTH_NANOS} to compress. It must also be a good part of what the emitter spends on a block: an
 * emitter that is slow for other reasons would gain little, and would only wake workers. Both bounds are easier to keep than
 * to reach, so that a file does not go to and fro.
 *
 * <p>It times {@value #WINDOW} blocks in a row and decides by their medians, which a thread that lost its processor
 * does not move; then it lets {@value #PAUSE} go by. Before the first decision it says serial. One thread uses it; it reads no
 * clock. It may serve several files of the same options in turn.
 */
public final class ParallelGain {
    /** Nanoseconds of compressing a block from which on a file goes parallel. */
    public static final long WORTH_NANOS = 10_000;

    /** Nanoseconds of compressing a block below which a parallel file goes serial. */
    public static final long WORTHLESS_NANOS = 7_000;

    /** Blocks that are timed for one decision. */
    public static final int WINDOW = 15;

    /** Blocks that are not timed between one window and the next. */
    public static final int PAUSE = 240;

    private static final int PREPARING_WORTH = 8;
    private static final int PREPARING_WORTHLESS = 12;

    private final long[] compressing = new long[WINDOW];
    private final long[] preparing = new long[WINDOW];
    private int timed;
    private int begun;
    private boolean parallel;

    /** Whether blocks should go through the ring; changes only within {@link #add}. */
    public boolean isParallel() {
        return parallel;
    }

    /** To be asked once for each block that begins: whether it is to be timed, and given to {@link #add}. */
    public boolean times() {
        boolean times = begun < WINDOW;
        begun = (begun + 1) % (WINDOW + PAUSE);
        return times;
    }

    /**
     * What a timed block took. In a ring that is known some blocks later, when its slot is claimed again.
     *
     * @param compressNanos nanoseconds of compressing it, on whatever thread
     * @param prepareNanos nanoseconds from claiming its slot to emitting it, or, without a ring, from the block before to
     *     this one's compressing
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
