package io.narrows.codec.dense;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All models of a context. Both ends have identical models and update them identically, bit by bit. */
final class Models {
    /** Bits of the source's continuation: 0 at a literal, otherwise a class of the remaining match length there. */
    static final int REST_BITS = 4;

    static final int CLASS_BITS = 6;
    static final int LOW_BITS = 4;
    static final int TWO_LOG = 10;

    /** Returns the row of {@link #byTwoBefore} for the two previous bytes. */
    static int byTwoBeforeRow(int before, int beforeThat) {
        return (before | beforeThat << 8) * 0x9E3779B1 >>> 32 - TWO_LOG;
    }

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
    final Literals literals;
    /** Literals, by the previous byte; unused if the source is sufficient. */
    final int[] byBefore;
    /**
     * Literals, by the byte at the source, and whether the previous token was a literal too; unused if they are coded as
     * nibbles.
     */
    final int[] bySource;
    /** Literals like {@link #bySource}, as nibbles; used only if they are coded that way. */
    final long[] nibbles;

    /** Literals, by a hash of the two previous bytes; only used if mixed. */
    final int[] byTwoBefore;

    /** Only used if literals are mixed. */
    final @Nullable Mixer mixer;

    final int[] size = new int[Sizes.MODELS];

    /** Rows of the literal and size models that were changed since the last {@link #clear}. */
    final boolean[] usedBySource = new boolean[2 * 256];

    final boolean[] usedByBefore = new boolean[256];
    final boolean[] usedByTwoBefore = new boolean[1 << TWO_LOG];
    final boolean[] usedSizes = new boolean[Sizes.ROWS];

    Models(Literals literals, ArrayPool arrays) {
        this.literals = literals;
        byBefore = arrays.ints(literals.byBefore());
        bySource = arrays.ints(literals.bySource());
        nibbles = arrays.longs(literals.nibbles());
        byTwoBefore = arrays.ints(literals.byTwoBefore());
        mixer = literals == Literals.MIXED ? new Mixer() : null;
        for (int[] models : large()) {
            Arrays.fill(models, Probability.EVEN);
        }
        Nibbles.clear(nibbles, 0, nibbles.length);
        clear();
    }

    void giveBack(ArrayPool arrays) {
        arrays.giveBack(byBefore);
        arrays.giveBack(bySource);
        arrays.giveBack(nibbles);
        arrays.giveBack(byTwoBefore);
    }

    /** Resets all models. Only the used rows of the large ones, hundreds of kilobytes, are cleared. */
    void clear() {
        for (int[] models : small()) {
            Arrays.fill(models, Probability.EVEN);
        }
        Sizes.clearModels(size, usedSizes);
        clearRows(bySource, usedBySource);
        for (int row = 0; nibbles.length > 0 && row < usedBySource.length; row++) {
            if (usedBySource[row]) {
                Nibbles.clear(nibbles, row * Nibbles.BYTE, (row + 1) * Nibbles.BYTE);
            }
        }
        clearRows(byBefore, usedByBefore);
        clearRows(byTwoBefore, usedByTwoBefore);
        Arrays.fill(usedBySource, false);
        Arrays.fill(usedByBefore, false);
        Arrays.fill(usedByTwoBefore, false);
        if (mixer != null) {
            mixer.clear();
        }
    }

    private static void clearRows(int[] models, boolean[] used) {
        for (int row = 0; models.length > 0 && row < used.length; row++) {
            if (used[row]) {
                Arrays.fill(models, row << 8, row + 1 << 8, Probability.EVEN);
            }
        }
    }

    private int[][] small() {
        return new int[][] {shape, shapeByByte, kind, ends, length, lengthLow, distance, distanceLow};
    }

    private int[][] large() {
        return new int[][] {byBefore, bySource, byTwoBefore, size};
    }

    /** Returns the size of the models for a way of predicting literals, in bytes. */
    static long memoryBytes(Literals literals) {
        long others = (Tokens.HISTORIES * 2 << REST_BITS)
                + (256 << REST_BITS)
                + (Tokens.HISTORIES << REST_BITS + 2)
                + (Tokens.KINDS << REST_BITS)
                + (32 << CLASS_BITS)
                + (1 << CLASS_BITS + 2)
                + (4 << CLASS_BITS)
                + (1 << CLASS_BITS + LOW_BITS)
                + Sizes.MODELS;
        return 4 * (others + literals.byBefore() + literals.bySource() + literals.byTwoBefore())
                + 8L * literals.nibbles()
                + (literals == Literals.MIXED ? Mixer.BYTES : 0);
    }
}
