package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecCost;
import io.narrows.codec.CodecSpec;
import java.util.Arrays;

/**
 * Predicts the time to encode or decode a frame: from a {@link CodecCost} at first, then from earlier frames of the same
 * context. Since speed also depends on the data and the machine, the prior only has to identify slow codecs, so that not even a
 * first frame blocks an event loop. Not thread-safe.
 *
 * <p>Long frames share one cost per byte. Short frames, which suffer from cold caches, have one cost per octave of sizes, so
 * that they do not affect the prediction for longer ones.
 */
public final class CodingCost {
    /** Time that an event loop may spend on one frame: about that of a write to its socket. */
    private static final long HIGH_NANOS = 1_000_000;

    /** Time from which a flush, a system call, is worthwhile. */
    private static final long NOTICEABLE_NANOS = 100_000;

    /** Base-two logarithm of the bytes from which a frame is long. */
    private static final int LONG_LOG = 12;

    /** Likewise for payloads, since an entropy decoder's time depends on its compressed bits. */
    private static final int LONG_PAYLOAD_LOG = 8;

    /** Base-two logarithm of the bytes below which all frames share a figure. */
    private static final int SHORTEST_LOG = 7;

    /**
     * Weight of the average against one measurement, so that a descheduled thread, or the first frame after a pause, has little
     * effect.
     */
    private static final int INERTIA = 16;

    /** Likewise for shorter times: only the codec's own speed can make a frame fast. */
    private static final int INERTIA_DOWN = 2;

    /** Upper bound of a short frame's measurement, which may include time in which the thread was not scheduled. */
    private static final long LONGEST_OF_SHORT = 4 * HIGH_NANOS;

    private final int longBytes;
    private final double firstNanos;
    private final double[] shortNanos;
    private double nanosPerByte;

    private CodingCost(int longLog, CodecCost prior) {
        this.longBytes = 1 << longLog;
        this.firstNanos = prior.firstNanos();
        this.nanosPerByte = prior.nanosPerByte();
        this.shortNanos = new double[longLog - SHORTEST_LOG + 1];
        Arrays.setAll(shortNanos, octave -> nanosPerByte * (3 << SHORTEST_LOG - 2 + octave)); // the middle of an octave
    }

    /** Returns the cost of encoding, by app bytes. */
    public static CodingCost ofEncoding(CodecSpec spec) {
        return new CodingCost(LONG_LOG, CodecCost.ofEncoding(spec));
    }

    /** Returns the cost of decoding, by payload bytes; the size of the content is only known after decoding. */
    public static CodingCost ofDecoding(Codec codec) {
        return new CodingCost(LONG_PAYLOAD_LOG, CodecCost.ofDecoding(codec));
    }

    /** Returns the cost of decoding, by app bytes. */
    public static CodingCost ofDecoded(Codec codec) {
        return new CodingCost(LONG_LOG, CodecCost.ofDecoded(codec));
    }

    /** Returns whether a frame of that many bytes is long. */
    public boolean isLong(int bytes) {
        return bytes >= longBytes;
    }

    /**
     * Records the time of a frame other than the first of its context.
     *
     * @param nanos elapsed time; ignored if 0, which means that the clock was too coarse
     */
    public void took(int bytes, long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (isLong(bytes)) {
            nanosPerByte = moved(nanosPerByte, (double) nanos / bytes);
        } else {
            int octave = octave(bytes);
            shortNanos[octave] = moved(shortNanos[octave], Math.min(nanos, LONGEST_OF_SHORT));
        }
    }

    private static double moved(double average, double measured) {
        return average + (measured - average) / (measured < average ? INERTIA_DOWN : INERTIA);
    }

    private static int octave(int bytes) {
        return Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(bytes) - SHORTEST_LOG);
    }

    private double expected(long bytes) {
        return bytes >= longBytes ? bytes * nanosPerByte : shortNanos[octave((int) bytes)];
    }

    /** Returns whether that many bytes, of one frame or several, are likely to block an event loop for too long. */
    public boolean exceedsEventLoopBudget(long bytes) {
        return expected(bytes) > HIGH_NANOS;
    }

    /**
     * Returns whether a context's first frame is likely to block an event loop for too long.
     *
     * @param loadingNanos for the state that the context begins from
     */
    boolean exceedsEventLoopBudgetAtFirst(long bytes, double loadingNanos) {
        return firstNanos + loadingNanos + expected(bytes) > HIGH_NANOS;
    }

    public boolean isNoticeable(long bytes) {
        return expected(bytes) > NOTICEABLE_NANOS;
    }

    /** Returns whether decoding even a short first frame of a context noticeably delays other links of an event loop. */
    public static boolean isFirstNoticeable(Codec codec) {
        return CodecCost.ofDecoding(codec).firstNanos() > NOTICEABLE_NANOS;
    }

    /** Returns the cost per byte of long frames. */
    public double nanosPerByte() {
        return nanosPerByte;
    }
}
