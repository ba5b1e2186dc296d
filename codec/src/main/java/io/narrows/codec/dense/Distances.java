package io.narrows.codec.dense;

/**
 * Classes of new distances in phrases, less 1: those below 1,024, then one class for each doubling. The offset of a number in its class has
 * four high bits, plain ones, and four low bits.
 */
final class Distances {
    private static final int FIRST_BITS = 10;

    /** Number of high bits and of low bits of an offset. */
    static final int MODELLED = 4;

    private Distances() {}

    /** @param number 0 to 2^25 - 1 */
    static int of(int number) {
        return Math.max(0, 32 - FIRST_BITS - Integer.numberOfLeadingZeros(number));
    }

    /** Returns the number of offset bits of a class. */
    static int bits(int distanceClass) {
        return distanceClass == 0 ? FIRST_BITS : FIRST_BITS - 1 + distanceClass;
    }

    /** Returns the smallest number of a class. */
    static int first(int distanceClass) {
        return distanceClass == 0 ? 0 : 1 << bits(distanceClass);
    }
}
