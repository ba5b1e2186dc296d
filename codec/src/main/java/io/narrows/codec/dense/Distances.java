package io.narrows.codec.dense;

/**
 * Classes of new distances in phrases, each less 1. Class 0 consists of the numbers below 1,024, and each following class of one doubling:
 * 1,024 to 2,047, 2,048 to 4,095, and so on. The upper four and the lower four bits of an offset in a class have models, the others are
 * plain.
 */
final class Distances {
    private static final int FIRST_BITS = 10;

    /** Number of upper bits of an offset that have models, and of lower ones. */
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
