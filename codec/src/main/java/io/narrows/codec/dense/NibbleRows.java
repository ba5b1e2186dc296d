package io.narrows.codec.dense;

/**
 * {@link Rows} of {@link Nibbles} tables, for bytes in several contexts: in each, one for the upper half, and for the lower half one for each
 * upper half. Only about one in three of those for lower halves is ever used.
 */
final class NibbleRows extends Rows {
    /** Number of tables of a context. */
    private static final int TABLES = 1 + 16;

    private final ArrayPool arrays;
    private long[] tables = {};

    /** @param count number of contexts */
    NibbleRows(int count, ArrayPool arrays) {
        super(count * TABLES, Nibbles.TABLE);
        this.arrays = arrays;
    }

    /** Returns the start of a context's table for upper halves. */
    int upper(int context) {
        return at(context * TABLES);
    }

    /** Returns the start of a context's table for the lower halves after an upper half. */
    int lower(int context, int upper) {
        return at(context * TABLES + 1 + upper);
    }

    /** Returns the array with the rows in use; adding a row may replace it. */
    long[] tables() {
        return tables;
    }

    @Override
    void resize(int length) {
        long[] larger = arrays.longs(length);
        System.arraycopy(tables, 0, larger, 0, tables.length);
        arrays.giveBack(tables);
        tables = larger;
    }

    @Override
    void initialize(int from, int to) {
        Nibbles.clear(tables, from, to);
    }

    @Override
    boolean isInitial(int from, int to) {
        return Nibbles.isClear(tables, from, to);
    }

    @Override
    void save(StateWriter state, int start) {
        state.longs(tables, start, Nibbles.TABLE);
    }

    @Override
    void load(StateReader state, int start) {
        state.longs(tables, start, Nibbles.TABLE);
    }

    @Override
    long rowBytes() {
        return 8L * Nibbles.TABLE;
    }

    /** Returns the memory with all tables of some contexts in use, in bytes. */
    static long memoryBytes(int count) {
        return memoryBytes(count * TABLES, 8L * Nibbles.TABLE);
    }

    /** Returns the memory with no tables of some contexts in use, in bytes. */
    static long emptyContextBytes(int count) {
        return emptyBytes(count * TABLES);
    }

    /** Returns the array to the pool. The rows must not be used afterwards. */
    void giveBack() {
        arrays.giveBack(tables);
    }
}
