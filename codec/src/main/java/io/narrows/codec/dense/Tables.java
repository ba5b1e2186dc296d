package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Tables of {@link Nibbles} that adapt faster at first: by 1/16 of the error the first 8 times, by 1/32 until they were used 24 times.
 * Each is the model of one decision in one context, so that some are used rarely. Tables are accessed by the start of their row.
 */
final class Tables extends Rows {
    private static final int FASTEST_USES = 8;
    private static final int FAST_USES = 24;

    private static final long ROW_BYTES = 8L * Nibbles.TABLE + 1;

    private static final int TABLE_LOG = Integer.numberOfTrailingZeros(Nibbles.TABLE);

    private long[] estimates = {};
    private byte[] uses = {};

    /** @param count number of tables */
    Tables(int count) {
        super(count, Nibbles.TABLE);
    }

    /** Returns the array with the tables in use; adding a table may replace it. */
    long[] estimates() {
        return estimates;
    }

    @Override
    void resize(int length) {
        estimates = Arrays.copyOf(estimates, length);
        uses = Arrays.copyOf(uses, length >> TABLE_LOG);
    }

    @Override
    void initialize(int from, int to) {
        Nibbles.clear(estimates, from, to);
        Arrays.fill(uses, from >> TABLE_LOG, to >> TABLE_LOG, (byte) 0);
    }

    @Override
    boolean isInitial(int from, int to) {
        return uses[from >> TABLE_LOG] == 0;
    }

    @Override
    void save(StateWriter state, int start) {
        state.bytes(uses, start >> TABLE_LOG, 1);
        state.longs(estimates, start, Nibbles.TABLE);
    }

    @Override
    void load(StateReader state, int start) {
        state.bytes(uses, start >> TABLE_LOG, 1);
        state.longs(estimates, start, Nibbles.TABLE);
    }

    @Override
    long rowBytes() {
        return ROW_BYTES;
    }

    /** Returns the memory with all tables in use, in bytes. */
    static long memoryBytes(int count) {
        return memoryBytes(count, ROW_BYTES);
    }

    /**
     * Updates a table with a coded value.
     *
     * @param start result of {@link #at}
     */
    void update(int start, int value) {
        int used = uses[start >> TABLE_LOG];
        if (used == FAST_USES) {
            Nibbles.update(estimates, start, value);
            return;
        }
        uses[start >> TABLE_LOG] = (byte) (used + 1);
        Nibbles.update(estimates, start, value, used < FASTEST_USES ? Nibbles.FASTEST : Nibbles.FAST);
    }
}
