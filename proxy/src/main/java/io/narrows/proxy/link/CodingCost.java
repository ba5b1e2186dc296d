package io.narrows.proxy.link;

import io.narrows.codec.Codec;

/**
 * Foretells how long a frame takes to encode or to decode, from how long the last ones took in the same context. A codec's
 * speed depends on its level, its data and the machine, so that no table can tell; but a first frame that is slow must not
 * be the one that shows it. Not thread-safe.
 */
final class CodingCost {
    /** What an event loop may spend on one frame: about what a write to its socket takes. */
    private static final long HIGH_NANOS = 1_000_000;

    /** From here on a flush, which is a call of the system, is worth it. */
    private static final long NOTICEABLE_NANOS = 100_000;

    /** Smaller frames say more about caches that have cooled down since the last one than about the codec. */
    private static final int SMALLEST_MEASURED = 4096;

    /** The same for what a frame came to: a coder of bits is slow by those that it wrote. */
    private static final int SMALLEST_DECODED = 256;

    /** What dense takes for an app byte in a JVM that has just compiled it, and for a byte that it decodes. */
    private static final double DENSE_ENCODING = 100;

    private static final double DENSE_DECODING = 400;

    /** The same for an app byte that it decodes to. */
    private static final double DENSE_DECODED = 50;

    /**
     * One measurement moves the average up by one part in this many: a thread that lost its processor, or a first frame after
     * a pause, decides nothing.
     */
    private static final int INERTIA = 16;

    /** The same down: nothing but the codec's own speed makes a frame fast. */
    private static final int INERTIA_DOWN = 2;

    private final int smallest;
    private double nanosPerByte;

    private CodingCost(int smallest, double nanosPerByte) {
        this.smallest = smallest;
        this.nanosPerByte = nanosPerByte;
    }

    /** Of app bytes. */
    static CodingCost ofEncoding(Codec codec) {
        return new CodingCost(SMALLEST_MEASURED, codec == Codec.DENSE ? DENSE_ENCODING : 0);
    }

    /** Of the bytes of payloads: what they become is only known when they are decoded. */
    static CodingCost ofDecoding(Codec codec) {
        return new CodingCost(SMALLEST_DECODED, codec == Codec.DENSE ? DENSE_DECODING : 0);
    }

    /** Of the app bytes that payloads become. */
    static CodingCost ofDecoded(Codec codec) {
        return new CodingCost(SMALLEST_MEASURED, codec == Codec.DENSE ? DENSE_DECODED : 0);
    }

    /** Whether a frame of that many bytes is worth looking at the clock for. */
    boolean measures(int bytes) {
        return bytes >= smallest;
    }

    /** @param nanos nothing is learnt from 0, which is a clock too coarse for the frame */
    void took(int bytes, long nanos) {
        if (measures(bytes) && nanos > 0) {
            double measured = (double) nanos / bytes;
            int inertia = measured < nanosPerByte ? INERTIA_DOWN : INERTIA;
            nanosPerByte = nanosPerByte == 0 ? measured : nanosPerByte + (measured - nanosPerByte) / inertia;
        }
    }

    boolean isHigh(long bytes) {
        return bytes * nanosPerByte > HIGH_NANOS;
    }

    boolean isNoticeable(long bytes) {
        return bytes * nanosPerByte > NOTICEABLE_NANOS;
    }

    /** 0 when nothing is known yet. */
    double nanosPerByte() {
        return nanosPerByte;
    }
}
