package io.narrows.storage.sst.parallel;

import java.util.Arrays;

/**
 * Whether the blocks of one file are worth a {@link CompressionRing}, by what compressing them costs and not by the codec's
 * name. Handing a block over costs about a microsecond at both ends, and now and then the waking of a thread; so a block must
 * cost {@link #WORTH_NANOS} to compress. It must also be a good part of what the emitter spends for a block: one that
 * emits seldom would only wake workers for each. Both bounds have a lower one for staying parallel.
 *
 * <p>It times {@value #WINDOW} blocks in a row and decides by their medians, which a thread that lost its processor
 * does not move; then it lets {@value #PAUSE} go by. Without a decision yet a file is serial. One thread uses it; it reads no
 * clock.
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
