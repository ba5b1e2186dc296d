package io.narrows.unpack.recipe;

import java.util.Arrays;

/** The literals and matches of one block of deflate, with how often each symbol occurs. For one thread at a time. */
final class DeflateTokens {
    private static final int LENGTH_SHIFT = 16;
    private static final int DISTANCE_MASK = (1 << LENGTH_SHIFT) - 1;

    private final int[] tokens;
    private final int[] literalCounts = new int[DeflateSymbols.LITERALS];
    private final int[] distanceCounts = new int[DeflateSymbols.DISTANCES];
    private int count;

    /** @param most the number of tokens for which there is room */
    DeflateTokens(int most) {
        this.tokens = new int[most];
    }

    void addLiteral(int value) {
        tokens[count++] = value;
        literalCounts[value]++;
    }

    void addMatch(int length, int distance) {
        tokens[count++] = length << LENGTH_SHIFT | distance;
        literalCounts[DeflateSymbols.ofLength(length)]++;
        distanceCounts[DeflateSymbols.ofDistance(distance)]++;
    }

    void clear() {
        count = 0;
        Arrays.fill(literalCounts, 0);
        Arrays.fill(distanceCounts, 0);
    }

    int count() {
        return count;
    }

    boolean isMatch(int index) {
        return tokens[index] > DISTANCE_MASK;
    }

    /** Returns the value of a literal. */
    int literal(int index) {
        return tokens[index];
    }

    int length(int index) {
        return tokens[index] >>> LENGTH_SHIFT;
    }

    int distance(int index) {
        return tokens[index] & DISTANCE_MASK;
    }

    /** Returns how often each symbol for literals and lengths occurs. */
    int[] literalCounts() {
        return literalCounts;
    }

    /** Returns how often each symbol for distances occurs. */
    int[] distanceCounts() {
        return distanceCounts;
    }
}
