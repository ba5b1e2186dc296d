package io.narrows.lab.bench.db;

import io.narrows.storage.Slice;
import java.util.SplittableRandom;

/**
 * db_bench's values: consecutive views of a megabyte of text. The text consists of pieces of a hundred characters, each a
 * repetition of random printable ASCII whose length follows from the ratio. Not thread-safe.
 */
final class Values {
    private static final int POOL = 1 << 20;
    private static final int PIECE = 100;
    private static final int SEED = 301;

    private final byte[] pool;
    private int at;

    /**
     * @param ratio approximate fraction of a piece that remains after compression, above 0 and at most 1
     * @param longest maximum bytes of a value
     */
    Values(double ratio, int longest) {
        this.pool = pool(ratio, Math.max(POOL, longest));
    }

    private static byte[] pool(double ratio, int size) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] pool = new byte[size];
        byte[] fresh = new byte[Math.max(1, (int) (PIECE * ratio))];
        for (int i = 0; i < size; i++) {
            int inPiece = i % PIECE;
            if (inPiece == 0) {
                for (int j = 0; j < fresh.length; j++) {
                    fresh[j] = (byte) (' ' + random.nextInt('~' - ' ' + 1));
                }
            }
            pool[i] = fresh[inPiece % fresh.length];
        }
        return pool;
    }

    /** Returns the next value, an immutable view. */
    Slice next(int length) {
        if (at + length > pool.length) {
            at = 0;
        }
        at += length;
        return new Slice(pool, at - length, length);
    }
}
