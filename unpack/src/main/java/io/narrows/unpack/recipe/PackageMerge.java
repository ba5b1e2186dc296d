package io.narrows.unpack.recipe;

import java.util.Arrays;

/**
 * The lengths of the shortest prefix code whose words have a limited length, by the algorithm of Larmore and Hirschberg. Several codes may be
 * equally short: this is the one where a package precedes a symbol of the same weight, and a symbol those after it. For one thread at a
 * time.
 */
final class PackageMerge {
    private static final int MOST_LIMIT = 15;
    private static final int SYMBOL_BITS = 9;
    private static final int SYMBOL_MASK = (1 << SYMBOL_BITS) - 1;

    /** The symbols that occur, from the rarest: the count above the symbol. */
    private final int[] sorted;

    /** Weights of the items of a level: symbols, and packages of two items of the level before. */
    private int[] weights;

    private int[] weightsBefore;

    /** The number of symbols among the first items of a level: by level and number of items. */
    private final short[][] symbolsAmong;

    /** @param symbols at most 512 */
    PackageMerge(int symbols) {
        sorted = new int[symbols];
        weights = new int[2 * symbols];
        weightsBefore = new int[2 * symbols];
        symbolsAmong = new short[MOST_LIMIT][2 * symbols + 1];
    }

    /**
     * Calculates the lengths of code words, in bits.
     *
     * @param counts how often each symbol occurs: in total below 2^22
     * @param limit most bits of a word, up to 15, with which all symbols have one
     * @param lengths the result: 0 for symbols that do not occur. If there are one or two, the length of each is 1
     */
    void lengths(int[] counts, int limit, byte[] lengths) {
        int symbols = 0;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            lengths[symbol] = 0;
            if (counts[symbol] > 0) {
                sorted[symbols++] = counts[symbol] << SYMBOL_BITS | symbol;
            }
        }
        Arrays.sort(sorted, 0, symbols);
        if (symbols <= 2) {
            addOne(symbols, lengths);
            return;
        }
        int levels = Math.min(limit, symbols - 1);
        merge(symbols, levels);
        int items = 2 * symbols - 2;
        for (int level = levels - 1; level >= 0; level--) {
            int chosen = symbolsAmong[level][items];
            addOne(chosen, lengths);
            items = 2 * (items - chosen);
        }
    }

    /** Lengthens the words of the rarest symbols. */
    private void addOne(int symbols, byte[] lengths) {
        for (int i = 0; i < symbols; i++) {
            lengths[sorted[i] & SYMBOL_MASK]++;
        }
    }

    private void merge(int symbols, int levels) {
        int items = 0;
        for (int level = 0; level < levels; level++) {
            int[] swapped = weightsBefore;
            weightsBefore = weights;
            weights = swapped;
            items = merge(symbols, items / 2, symbolsAmong[level]);
        }
    }

    private int merge(int symbols, int packages, short[] among) {
        int symbol = 0;
        int packed = 0;
        while (symbol < symbols || packed < packages) {
            int weight = symbol < symbols ? sorted[symbol] >>> SYMBOL_BITS : Integer.MAX_VALUE;
            int ofPackage =
                    packed < packages ? weightsBefore[2 * packed] + weightsBefore[2 * packed + 1] : Integer.MAX_VALUE;
            int item = symbol + packed;
            if (weight < ofPackage) {
                weights[item] = weight;
                symbol++;
            } else {
                weights[item] = ofPackage;
                packed++;
            }
            among[item + 1] = (short) symbol;
        }
        return symbol + packed;
    }
}
