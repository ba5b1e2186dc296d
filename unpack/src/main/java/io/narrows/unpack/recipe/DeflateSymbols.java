package io.narrows.unpack.recipe;

/**
 * The symbols of deflate (RFC 1951, section 3.2.5): a length of 3 to 258 and a distance of 1 to 32768 are a symbol each, and the extra
 * bits that follow it.
 */
final class DeflateSymbols {
    /** The symbol that ends a block. */
    static final int END = 256;

    /** The number of symbols for literals, the end of a block, and lengths. */
    static final int LITERALS = 286;

    /** The number of symbols for distances. */
    static final int DISTANCES = 30;

    static final int LEAST_LENGTH = 3;
    static final int MOST_LENGTH = 258;

    /** The longest length has a symbol of its own, without extra bits. */
    private static final int MOST_LENGTH_SYMBOL = LITERALS - 1;

    private static final short[] OF_LENGTH = new short[MOST_LENGTH + 1];

    static {
        for (int length = LEAST_LENGTH; length < MOST_LENGTH; length++) {
            OF_LENGTH[length] = (short) (END + 1 + stepped(length - LEAST_LENGTH, 2));
        }
        OF_LENGTH[MOST_LENGTH] = MOST_LENGTH_SYMBOL;
    }

    private DeflateSymbols() {}

    static int ofLength(int length) {
        return OF_LENGTH[length];
    }

    /** Returns the number of extra bits, which are the lowest ones of the length less the least. */
    static int extraBitsOfLength(int symbol) {
        return symbol == MOST_LENGTH_SYMBOL ? 0 : extraBits(symbol - END - 1, 2);
    }

    static int ofDistance(int distance) {
        return stepped(distance - 1, 1);
    }

    /** Returns the number of extra bits, which are the lowest ones of the distance less 1. */
    static int extraBitsOfDistance(int symbol) {
        return extraBits(symbol, 1);
    }

    /** Returns the symbol of a number: the place of its highest bit, and as many more bits as given. */
    private static int stepped(int number, int more) {
        int extra = Math.max(0, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(number) - more);
        return (extra << more) + (number >>> extra);
    }

    private static int extraBits(int symbol, int more) {
        return Math.max(0, (symbol >>> more) - 1);
    }
}
