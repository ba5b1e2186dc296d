package io.narrows.bench.stock;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** The random strings of TPC-C, clauses 4.3.2.2 and 4.3.3.1. */
final class StockStrings {
    /** The letters and digits that the specification requires. */
    static final byte[] TPCC =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".getBytes(StandardCharsets.US_ASCII);

    /**
     * The letters of YugabyteDB's own loader ({@code RandomGenerator.astring} in yugabyte/tpcc), which its published figures
     * are based on.
     */
    static final byte[] YUGABYTE = "abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);

    private final byte[] letters;

    StockStrings(byte[] letters) {
        this.letters = letters;
    }

    int put(byte[] out, int at, int length, SplittableRandom random) {
        for (int end = at + length, index = at; index < end; index++) {
            out[index] = letters[random.nextInt(letters.length)];
        }
        return at + length;
    }

    /** Writes 26 to 50 letters; in one row of ten they contain the word ORIGINAL. */
    int putData(byte[] out, int at, SplittableRandom random) {
        int end = put(out, at, random.nextInt(26, 51), random);
        if (random.nextInt(10) == 0) {
            int wordAt = random.nextInt(at, end - ORIGINAL.length + 1);
            System.arraycopy(ORIGINAL, 0, out, wordAt, ORIGINAL.length);
        }
        return end;
    }
}
