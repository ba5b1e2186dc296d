package io.narrows.codec.dense;

/**
 * Classes of numbers from 0, which grow with the numbers: the first numbers have a class each, followed by a fixed number of
 * classes per power of two. A number is coded as its class and an offset in it, of some bits.
 */
final class Classes {
    /** Eight single numbers, then four classes per power of two: for lengths and sizes. */
    static final Classes OF_FOUR = new Classes(2);

    /** Four single numbers, then two classes per power of two: for distances. */
    static final Classes OF_TWO = new Classes(1);

    private final int log;

    private Classes(int log) {
        this.log = log;
    }

    int of(int number) {
        if (number < 2 << log) {
            return number;
        }
        int bits = extraBits32(number);
        return (bits << log) + (number >>> bits);
    }

    private int extraBits32(int number) {
        return 31 - log - Integer.numberOfLeadingZeros(number);
    }

    /** Returns the number of offset bits of a class. */
    int bits(int classIndex) {
        return Math.max(0, (classIndex >>> log) - 1);
    }

    /** Returns the smallest number of a class. */
    int first(int classIndex) {
        int bits = bits(classIndex);
        return classIndex - (bits << log) << bits;
    }
}
