package io.narrows.proxy.link;

/**
 * Foretells how long a frame takes to encode, from how long the last ones took in the same context. A codec's speed
 * depends on its level, its data and the machine, so that no table can tell. Not thread-safe.
 */
final class EncodingCost {
    /** What an event loop may spend on one frame: about what a write to its socket takes. */
    private static final long HIGH_NANOS = 1_000_000;

    /** Smaller frames say more about the clock than about the codec. */
    private static final int SMALLEST_MEASURED = 1024;

    /** One measurement moves the average by one part in this many: a thread that lost its processor decides nothing. */
    private static final int INERTIA = 8;

    private double nanosPerByte;

    void took(int bytes, long nanos) {
        if (bytes >= SMALLEST_MEASURED) {
            double measured = (double) nanos / bytes;
            nanosPerByte = nanosPerByte == 0 ? measured : nanosPerByte + (measured - nanosPerByte) / INERTIA;
        }
    }

    boolean isHigh(int bytes) {
        return bytes * nanosPerByte > HIGH_NANOS;
    }
}
