package io.narrows.estimate.pcap;

import java.util.concurrent.TimeUnit;

/**
 * The meaning of timestamps of an interface, by the options {@code if_tsresol} and {@code if_tsoffset} of pcapng.
 *
 * @param binary whether the unit is a power of two, otherwise of ten
 * @param exponent the unit is the base to the power of minus this, in seconds: 0 to 127
 * @param offsetSeconds added to every timestamp
 */
record TimeResolution(boolean binary, int exponent, long offsetSeconds) {
    static final TimeResolution MICROSECONDS = new TimeResolution(false, 6, 0);
    static final TimeResolution NANOSECONDS = new TimeResolution(false, 9, 0);

    private static final int BINARY = 0x80;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int NANOS = 9;

    /** Most bits of a fraction that can be multiplied by 10^9 without an overflow. */
    private static final int FRACTION_BITS = 33;

    static TimeResolution of(int option, long offsetSeconds) {
        return new TimeResolution((option & BINARY) != 0, option & (BINARY - 1), offsetSeconds);
    }

    /** Returns nanoseconds since 1970, or the nearest long, of an unsigned timestamp. */
    long nanos(long timestamp) {
        long nanos = binary ? ofBinary(timestamp) : ofDecimal(timestamp);
        return offsetSeconds == 0 ? nanos : saturatedSum(nanos, saturatedProduct(offsetSeconds));
    }

    private long ofDecimal(long timestamp) {
        if (exponent > NANOS) {
            long nanos = timestamp;
            for (int i = NANOS; i < exponent && nanos != 0; i++) {
                nanos = Long.divideUnsigned(nanos, 10);
            }
            return nanos < 0 ? Long.MAX_VALUE : nanos;
        }
        long factor = 1;
        for (int i = exponent; i < NANOS; i++) {
            factor *= 10;
        }
        return timestamp < 0 || timestamp > Long.MAX_VALUE / factor ? Long.MAX_VALUE : timestamp * factor;
    }

    private long ofBinary(long timestamp) {
        long seconds = exponent < Long.SIZE ? timestamp >>> exponent : 0;
        long fraction = exponent < Long.SIZE ? timestamp & ((1L << exponent) - 1) : timestamp;
        int bits = exponent;
        if (bits > FRACTION_BITS) {
            int dropped = bits - FRACTION_BITS;
            fraction = dropped < Long.SIZE ? fraction >>> dropped : 0;
            bits = FRACTION_BITS;
        }
        return saturatedSum(seconds < 0 ? Long.MAX_VALUE : saturatedProduct(seconds), fraction * SECOND >>> bits);
    }

    private static long saturatedProduct(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
