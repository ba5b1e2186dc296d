package io.narrows.unpack.find;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Pairs of bytes, of which a signature has one at a distance from its beginning.
 *
 * @param pairs each with the first byte in bits 0-7 and the second in bits 8-15
 */
record Clue(int distance, int[] pairs) {
    /** Number of different pairs. */
    static final int PAIRS = 1 << 16;

    static Clue pair(int distance, int first, int second) {
        return from(distance, first, second, second);
    }

    /** Returns pairs with the same first byte. */
    static Clue from(int distance, int first, int leastSecond, int mostSecond) {
        return new Clue(
                distance,
                IntStream.rangeClosed(leastSecond, mostSecond)
                        .map(second -> first | second << 8)
                        .toArray());
    }

    /** Returns pairs with the same second byte. */
    static Clue to(int distance, int second) {
        return new Clue(
                distance,
                IntStream.rangeClosed(0, 0xff).map(first -> first | second << 8).toArray());
    }

    Clue withFirst(IntPredicate wanted) {
        return new Clue(
                distance,
                IntStream.of(pairs).filter(pair -> wanted.test(pair & 0xff)).toArray());
    }

    Clue withSecond(IntPredicate wanted) {
        return new Clue(
                distance,
                IntStream.of(pairs).filter(pair -> wanted.test(pair >>> 8)).toArray());
    }
}
