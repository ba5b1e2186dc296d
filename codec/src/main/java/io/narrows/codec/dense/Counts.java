package io.narrows.codec.dense;

/**
 * Classes of numbers from 0: the first ones separately, then classes of more and more numbers, so that a class fits in four bits. A number
 * is coded as its class and its offset in the class.
 */
final class Counts {
    /** Of the runs and lengths in sequences. */
    static final Counts SEQUENCES = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 6, 9, 16);

    /** Of the lengths in phrases. Class 15 has no numbers. */
    static final Counts LENGTHS = new Counts(0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 8, 10, 16);

    private final int[] bits = new int[16];
    private final int[] first = new int[16];
    private final int classes;

    private Counts(int... bits) {
        classes = bits.length;
        for (int i = 0; i < classes; i++) {
            this.bits[i] = bits[i];
            first[i] = i == 0 ? 0 : first[i - 1] + (1 << bits[i - 1]);
        }
    }

    /** @param number 0 to the largest number of the last class */
    int of(int number) {
        int found = Math.min(number, classes - 1);
        while (first[found] > number) {
            found--;
        }
        return found;
    }

    /** Returns the number of offset bits of a class. */
    int bits(int countClass) {
        return bits[countClass];
    }

    /** Returns the smallest number of a class. */
    int first(int countClass) {
        return first[countClass];
    }
}
