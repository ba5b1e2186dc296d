package io.narrows.storage.sst.block;

/**
 * YugabyteDB's signed varint ({@code util/fast_varint.cc}), whose bytes sort like the values. Big-endian: as many ones as
 * there are bytes, a zero, then the value; all bits are inverted if it is negative.
 *
 * <pre>
 * 1 byte   10vvvvvv                     up to 2^6 - 1
 * 2 bytes  110vvvvv vvvvvvvv            up to 2^13 - 1
 * ...
 * 8 bytes  11111111 0vvvvvvv ...        up to 2^55 - 1
 * </pre>
 *
 * YugabyteDB has two more lengths, for values that do not occur in our files.
 */
public final class SignedVarint {
    /** Maximum size in bytes. */
    public static final int MAX_LENGTH = Long.BYTES;

    /** The largest value; the smallest is its negative. */
    public static final long MAX_VALUE = (1L << 7 * MAX_LENGTH - 1) - 1;

    private SignedVarint() {}

    /**
     * Writes a value; returns the index after it.
     *
     * @throws IllegalArgumentException if it is not within {@code -MAX_VALUE} to {@code MAX_VALUE}
     */
    public static int put(byte[] array, int at, long value) {
        if (value > MAX_VALUE || value < -MAX_VALUE) {
            throw new IllegalArgumentException(
                    "signed varint of " + value + " (expected: " + -MAX_VALUE + " to " + MAX_VALUE + ")");
        }
        long magnitude = Math.abs(value);
        int length = (Long.SIZE - Long.numberOfLeadingZeros(magnitude)) / 7 + 1;
        long ones = (1L << length) - 1;
        long bits = ones << 7 * length | magnitude;
        if (value < 0) {
            bits = ~bits;
        }
        for (int index = at, shift = 8 * (length - 1); shift >= 0; index++, shift -= 8) {
            array[index] = (byte) (bits >>> shift);
        }
        return at + length;
    }

    /**
     * Returns the index after the signed varint at {@code at}, for {@link #get}.
     *
     * @throws MalformedBlockException if it does not end before the limit, or has more than {@link #MAX_LENGTH} bytes
     */
    public static int end(byte[] array, int at, int limit) throws MalformedBlockException {
        if (at < limit) {
            int first = array[at] < 0 ? array[at] : ~array[at];
            int length = Integer.numberOfLeadingZeros(~first) - 24;
            if (length <= limit - at && !(length == MAX_LENGTH && array[at + 1] >> 7 == array[at])) {
                return at + length;
            }
        }
        throw new MalformedBlockException(
                at, "expected a signed varint of 1 to " + MAX_LENGTH + " bytes that ends before " + limit);
    }

    /** Returns the value of the signed varint from {@code at} to {@code end}, as returned by {@link #end}. */
    public static long get(byte[] array, int at, int end) {
        int inverted = array[at] < 0 ? 0 : -1;
        long bits = 0;
        for (int index = at; index < end; index++) {
            bits = bits << 8 | (array[index] ^ inverted) & 0xff;
        }
        long magnitude = bits & (1L << 7 * (end - at) - 1) - 1;
        return inverted == 0 ? magnitude : -magnitude;
    }
}
