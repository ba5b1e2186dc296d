package io.narrows.codec.dense;

import java.util.Arrays;

/** The models of tokens, of version 1 of the format, bit by bit. */
final class TokenModels implements ContentModels {
    /** Bits of the source's continuation: 0 at a literal, otherwise a class of the remaining match length there. */
    static final int REST_BITS = 4;

    static final int CLASS_BITS = 6;
    static final int LOW_BITS = 4;

    private static final int SAVED_ROW = 16;

    /** Literal or match, by {@link Tokens#shapeIndex}. */
    final int[] shape = new int[Tokens.HISTORIES * 2 << REST_BITS];
    /** Literal or match, by the byte at the source and the source's continuation. */
    final int[] shapeByByte = new int[256 << REST_BITS];
    /** Kind of a match's distance: four decisions. */
    final int[] kind = new int[Tokens.HISTORIES << REST_BITS + 2];
    /** Whether a match ends where its source's match ended. */
    final int[] ends = new int[Tokens.KINDS << REST_BITS];
    /** Classes of match lengths: for known distances by the source's continuation, then for new distances. */
    final int[] length = new int[32 << CLASS_BITS];

    final int[] lengthLow = new int[1 << CLASS_BITS + 2];

    final int[] distance = new int[4 << CLASS_BITS];
    final int[] distanceLow = new int[1 << CLASS_BITS + LOW_BITS];

    TokenModels() {
        clear();
    }

    @Override
    public void clear() {
        for (int[] models : all()) {
            Arrays.fill(models, Probability.EVEN);
        }
    }

    @Override
    public long memoryBytes() {
        long count = 0;
        for (int[] models : all()) {
            count += models.length;
        }
        return Integer.BYTES * count;
    }

    @Override
    public void countIn(ModelBytes bytes) {
        bytes.add(memoryBytes());
    }

    @Override
    public void save(StateWriter state) {
        for (int[] models : all()) {
            state.rows(models, SAVED_ROW, Probability.EVEN);
        }
    }

    @Override
    public void load(StateReader state) {
        for (int[] models : all()) {
            state.rows(models, SAVED_ROW);
        }
    }

    private int[][] all() {
        return new int[][] {shape, shapeByByte, kind, ends, length, lengthLow, distance, distanceLow};
    }
}
