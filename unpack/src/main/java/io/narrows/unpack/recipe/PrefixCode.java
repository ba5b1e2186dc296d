package io.narrows.unpack.recipe;

import java.util.Arrays;

/** A code of deflate (RFC 1951, section 3.2.2): its words follow from their lengths. For one thread at a time while it changes. */
final class PrefixCode {
    private static final int MOST_BITS = 15;

    private final byte[] lengths;
    /** The words with their first bit lowest. */
    private final short[] words;

    private final int[] next = new int[MOST_BITS + 1];

    PrefixCode(int symbols) {
        lengths = new byte[symbols];
        words = new short[symbols];
    }

    /** Returns the lengths, to be set before {@link #assign}. */
    byte[] lengths() {
        return lengths;
    }

    /** Assigns a word to each symbol that has a length. */
    void assign() {
        firstWords();
        for (int symbol = 0; symbol < lengths.length; symbol++) {
            int length = lengths[symbol];
            if (length > 0) {
                words[symbol] = (short) (Integer.reverse(next[length]++) >>> Integer.SIZE - length);
            }
        }
    }

    /** Calculates the first word of each length. */
    private void firstWords() {
        Arrays.fill(next, 0);
        for (byte length : lengths) {
            next[length]++;
        }
        next[0] = 0;
        int word = 0;
        int ofLengthBefore = 0;
        for (int length = 1; length <= MOST_BITS; length++) {
            word = word + ofLengthBefore << 1;
            ofLengthBefore = next[length];
            next[length] = word;
        }
    }

    /** Returns the number of bits that symbols become which occur as often as given. */
    int bits(int[] counts) {
        int bits = 0;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            bits += counts[symbol] * lengths[symbol];
        }
        return bits;
    }

    void put(int symbol, BitOutput output) {
        output.put(words[symbol] & 0xffff, lengths[symbol]);
    }
}
