package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.Arrays;

/**
 * Predicts how long a frame takes to encode or to decode: from a {@link CodingPrior} at first, then from the frames of the same
 * context. The speed of a codec depends on the data and the machine too, so the prior only has to be right about what is slow;
 * no first frame may be the one that shows it. Not thread-safe.
 *
 * <p>Long frames share one figure for each byte. Short ones, which pay for caches that have cooled down since the last frame,
 * have one figure for each octave of sizes, so that they teach nothing about longer ones.
 */
final class CodingCost {
    /** What an event loop may spend on one frame: about what a write to its socket takes. */
    private static final long HIGH_NANOS = 1_000_000;

    /** From here on a flush, which is a call of the system, is worth it. */
    private static final long NOTICEABLE_NANOS = 100_000;

    /** Base-two logarithm of the bytes from which a frame is long. */
    private static final int LONG_LOG = 12;

    /** The same for payloads: a coder of bits is slow by those that it wrote. */
    private static final int LONG_PAYLOAD_LOG = 8;

    /** Base-two logarithm of the bytes below which all frames share a figure. */
    private static final int SHORTEST_LOG = 7;

    /**
     * One measurement moves the average up by one part in this many: a thread that lost its processor, or a first frame after
     * a pause, decides nothing.
     */
    private static final int INERTIA = 16;

    /** The same down: nothing but the codec's own speed makes a frame fast. */
    private static final int INERTIA_DOWN = 2;

    /** A short frame that takes longer, because its thread lost the processor, counts as this. */
    private static final long LONGEST_OF_SHORT = 4 * HIGH_NANOS;

    private final int longBytes;
    private final double firstNanos;
    private final double[] shortNanos;
    private double nanosPerByte;

    private CodingCost(int longLog, CodingPrior prior) {
        this.longBytes = 1 << longLog;
        this.firstNanos = prior.firstNanos();
        this.nanosPerByte = prior.nanosPerByte();
        this.shortNanos = new double[longLog - SHORTEST_LOG + 1];
        Arrays.setAll(shortNanos, octave -> nanosPerByte * (3 << SHORTEST_LOG - 2 + octave)); // the middle of an octave
    }

    /** Of app bytes. */
    static CodingCost ofEncoding(CodecSpec spec) {
        return new CodingCost(LONG_LOG, CodingPrior.ofEncoding(spec));
    }

    /** Of the bytes of payloads: what they become is only known when they are decoded. */
    static CodingCost ofDecoding(Codec codec) {
        return new CodingCost(LONG_PAYLOAD_LOG, CodingPrior.ofDecoding(codec));
    }

    /** Of the app bytes that payloads become. */
    static CodingCost ofDecoded(Codec codec) {
        return new CodingCost(LONG_LOG, CodingPrior.ofDecoded(codec));
    }

    /** Whether a frame of that many bytes tells what a byte of a long frame costs. */
    boolean isLong(int bytes) {
        return bytes >= longBytes;
    }

    /**
     * Takes a measurement of a frame that was not the first of its context.
     *
     * @param nanos nothing is learnt from 0, which is a clock too coarse for the frame
     */
    void took(int bytes, long nanos) {
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

    /** Whether a frame, or as many bytes of several, is likely to hold up an event loop. */
    boolean isHigh(long bytes) {
        return expected(bytes) > HIGH_NANOS;
    }

    /** Whether the first frame of a context is likely to hold up an event loop. */
    boolean isHighAtFirst(long bytes) {
        return firstNanos + expected(bytes) > HIGH_NANOS;
    }

    boolean isNoticeable(long bytes) {
        return expected(bytes) > NOTICEABLE_NANOS;
    }

    /** Whether decoding the first frame of a context, however short it is, is noticed by others on an event loop. */
    static boolean isFirstNoticeable(Codec codec) {
        return CodingPrior.ofDecoding(codec).firstNanos() > NOTICEABLE_NANOS;
    }

    /** Of long frames. */
    double nanosPerByte() {
        return nanosPerByte;
    }
}
