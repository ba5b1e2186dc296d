package io.narrows.unpack.recipe;

import java.util.Arrays;

/**
 * The lengths of a block's two codes as they precede its content (RFC 1951, section 3.2.7): repeats are shortened, and what remains is
 * coded itself. For one thread at a time.
 */
final class DeflateCodeLengths {
    private static final int SYMBOLS = 19;
    private static final int REPEAT = 16;
    private static final int ZEROS = 17;
    private static final int MANY_ZEROS = 18;

    private static final int LIMIT = 7;
    private static final int EXTRA_SHIFT = 8;
    private static final int LEAST_LITERALS = 257;
    private static final int LEAST_LENGTHS = 4;

    /** The order in which the lengths of this code are written; those at the end are left out while they are unused. */
    private static final byte[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final byte[] lengths = new byte[DeflateSymbols.LITERALS + DeflateSymbols.DISTANCES];

    /** The shortened lengths: a symbol, and its extra bits above. */
    private final int[] shortened = new int[lengths.length];

    private final int[] counts = new int[SYMBOLS];
    private final PackageMerge packageMerge = new PackageMerge(SYMBOLS);
    private final PrefixCode code = new PrefixCode(SYMBOLS);

    private int literals;
    private int distances;
    private int count;
    private int used;

    /**
     * Sets the lengths.
     *
     * @param literals how many of the literals' lengths, at least 257
     * @param distances how many of the distances' lengths, at least 1
     */
    void set(PrefixCode literalCode, int literals, PrefixCode distanceCode, int distances) {
        this.literals = literals;
        this.distances = distances;
        System.arraycopy(literalCode.lengths(), 0, lengths, 0, literals);
        System.arraycopy(distanceCode.lengths(), 0, lengths, literals, distances);
        count = 0;
        Arrays.fill(counts, 0);
        int total = literals + distances;
        int end;
        for (int from = 0; from < total; from = end) {
            end = from + 1;
            while (end < total && lengths[end] == lengths[from]) {
                end++;
            }
            addRun(lengths[from], end - from);
        }
        packageMerge.lengths(counts, LIMIT, code.lengths());
        code.assign();
        used = SYMBOLS;
        while (used > LEAST_LENGTHS && counts[ORDER[used - 1]] == 0) {
            used--;
        }
    }

    private void addRun(int length, int run) {
        int rest = run;
        if (length == 0) {
            while (rest >= 11) {
                int zeros = Math.min(138, rest);
                add(MANY_ZEROS, zeros - 11);
                rest -= zeros;
            }
            if (rest >= 3) {
                add(ZEROS, rest - 3);
                rest = 0;
            }
        } else {
            add(length, 0);
            rest--;
            while (rest >= 3) {
                int repeats = Math.min(6, rest);
                add(REPEAT, repeats - 3);
                rest -= repeats;
            }
        }
        while (rest > 0) {
            add(length, 0);
            rest--;
        }
    }

    private void add(int symbol, int extra) {
        shortened[count++] = extra << EXTRA_SHIFT | symbol;
        counts[symbol]++;
    }

    private static int extraBits(int symbol) {
        return switch (symbol) {
            case REPEAT -> 2;
            case ZEROS -> 3;
            case MANY_ZEROS -> 7;
            default -> 0;
        };
    }

    /** Returns the number of bits of all this. */
    int bits() {
        int bits = 5 + 5 + 4 + 3 * used + code.bits(counts);
        for (int symbol = REPEAT; symbol <= MANY_ZEROS; symbol++) {
            bits += counts[symbol] * extraBits(symbol);
        }
        return bits;
    }

    void put(BitOutput output) {
        output.put(literals - LEAST_LITERALS, 5);
        output.put(distances - 1, 5);
        output.put(used - LEAST_LENGTHS, 4);
        for (int i = 0; i < used; i++) {
            output.put(code.lengths()[ORDER[i]], 3);
        }
        for (int i = 0; i < count; i++) {
            int symbol = shortened[i] & (1 << EXTRA_SHIFT) - 1;
            code.put(symbol, output);
            output.put(shortened[i] >>> EXTRA_SHIFT, extraBits(symbol));
        }
    }
}
