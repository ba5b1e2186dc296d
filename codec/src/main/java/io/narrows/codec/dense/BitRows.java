package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * {@link Rows} of models of single bits, such as trees. They resemble {@link NibbleRows} because both keep an array of their own primitive type,
 * which the loops for each bit index directly: Java has no type for both, and a call for each element would cost speed.
 */
final class BitRows extends Rows {
    private final ArrayPool arrays;
    private int[] models = {};

    /**
     * @param count number of rows
     * @param width number of models in a row
     */
    BitRows(int count, int width, ArrayPool arrays) {
        super(count, width);
        this.arrays = arrays;
    }

    /** Returns the array with the rows in use; adding a row may replace it. */
    int[] models() {
        return models;
    }

    @Override
    void resize(int length) {
        int[] larger = arrays.ints(length);
        System.arraycopy(models, 0, larger, 0, models.length);
        arrays.giveBack(models);
        models = larger;
    }

    @Override
    void initialize(int from, int to) {
        Arrays.fill(models, from, to, Probability.EVEN);
    }

    @Override
    boolean isInitial(int from, int to) {
        for (int i = from; i < to; i++) {
            if (models[i] != Probability.EVEN) {
                return false;
            }
        }
        return true;
    }

    @Override
    void save(StateWriter state, int start) {
        state.numbers(models, start, width());
    }

    @Override
    void load(StateReader state, int start) {
        state.numbers(models, start, width());
    }

    @Override
    long rowBytes() {
        return 4L * width();
    }

    /** Returns the memory with all rows in use, in bytes. */
    static long memoryBytes(int count, int width) {
        return memoryBytes(count, 4L * width);
    }

    /** Returns the array to the pool. The rows must not be used afterwards. */
    void giveBack() {
        arrays.giveBack(models);
    }
}
