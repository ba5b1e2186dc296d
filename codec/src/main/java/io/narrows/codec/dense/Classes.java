package io.narrows.codec.dense;

/**
 * Numbers from 0 in classes that grow with them: the first ones alone, then so many classes for each doubling. A number is its
 * class and its place in it, an offset of some bits.
 */
final class Classes {
    /** Eight alone, then four for each doubling: lengths and sizes. */
    static final Classes OF_FOUR = new Classes(2);

    /** Four alone, then two for each doubling: distances. */
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

    /** The bits that tell the place in a class. */
    int bits(int classIndex) {
        return Math.max(0, (classIndex >>> log) - 1);
    }

    /** The smallest number of a class. */
    int first(int classIndex) {
        int bits = bits(classIndex);
        return classIndex - (bits << log) << bits;
    }
}
