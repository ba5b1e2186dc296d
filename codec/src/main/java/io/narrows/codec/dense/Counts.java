package io.narrows.codec.dense;

/**
 * Classes of the numbers in sequences: 0 to 9 separately, then classes of more and more numbers, so that a class fits in four
 * bits. A number is coded as its class and its offset in the class.
 */
final class Counts {
    private static final int[] BITS = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 6, 9, 16};
    private static final int[] FIRST = first();

    /** The largest number of the last class. */
    static final int MAX = FIRST[15] + (1 << 16) - 1;

    private Counts() {}

    private static int[] first() {
        int[] first = new int[16];
        for (int i = 1; i < 16; i++) {
            first[i] = first[i - 1] + (1 << BITS[i - 1]);
        }
        return first;
    }

    /** @param number 0 to {@link #MAX} */
    static int of(int number) {
        if (number < 10) {
            return number;
        }
        int found = 10;
        while (found < 15 && number >= FIRST[found + 1]) {
            found++;
        }
        return found;
    }

    /** Returns the number of offset bits of a class. */
    static int bits(int countClass) {
        return BITS[countClass];
    }

    /** Returns the smallest number of a class. */
    static int first(int countClass) {
        return FIRST[countClass];
    }
}
