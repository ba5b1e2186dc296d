package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Tables of {@link Nibbles} that adapt faster at first: by 1/16 of the error the first 8 times, by 1/32 until they were used 24 times.
 * Each is the model of one decision in one context, so that some are used rarely.
 */
final class Tables {
    private static final int FASTEST_USES = 8;
    private static final int FAST_USES = 24;

    final long[] estimates;
    private final byte[] uses;

    Tables(int count) {
        estimates = new long[count * Nibbles.TABLE];
        uses = new byte[count];
        clear();
    }

    /** Returns the size of some tables, in bytes. */
    static long bytes(int count) {
        return count * (8L * Nibbles.TABLE + 1);
    }

    void clear() {
        Nibbles.clear(estimates, 0, estimates.length);
        Arrays.fill(uses, (byte) 0);
    }

    /** Updates a table with a coded value. */
    void update(int table, int value) {
        int used = uses[table];
        if (used == FAST_USES) {
            Nibbles.update(estimates, table * Nibbles.TABLE, value);
            return;
        }
        uses[table] = (byte) (used + 1);
        Nibbles.update(estimates, table * Nibbles.TABLE, value, used < FASTEST_USES ? Nibbles.FASTEST : Nibbles.FAST);
    }
}
