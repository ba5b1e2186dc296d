package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The models of a context's frames of level 0: of the level of a frame, and, four bits at a time, of sequences. Both ends update
 * them identically.
 */
final class SequenceModels {
    /** Number of contexts of a sequence: its predecessor's shape. */
    static final int SHAPES = 256;

    /** Size of an instance, in bytes. */
    static final long BYTES = 8L * (SHAPES * Nibbles.BYTE + 2 * Nibbles.TABLE) + 4 * 2;

    /** Whether a frame is of level 0, by whether the previous one was. */
    private final int[] level = new int[2];

    /** The two halves of a sequence's shape, by the previous shape. */
    final long[] shape;

    /** Distances other than the last one. */
    final long[] kind = new long[Nibbles.TABLE];

    /** Classes of long runs of literals. */
    final long[] run = new long[Nibbles.TABLE];

    private final boolean[] used = new boolean[SHAPES];

    /** 1 if the previous frame was of level 0, otherwise 0. */
    private int before;

    SequenceModels(ArrayPool arrays) {
        shape = arrays.longs(SHAPES * Nibbles.BYTE);
        Nibbles.clear(shape, 0, shape.length);
        clear();
    }

    /** Resets all models; of the shapes, only the used ones. */
    void clear() {
        Arrays.fill(level, Probability.EVEN);
        Nibbles.clear(kind, 0, kind.length);
        Nibbles.clear(run, 0, run.length);
        for (int i = 0; i < SHAPES; i++) {
            if (used[i]) {
                Nibbles.clear(shape, i * Nibbles.BYTE, (i + 1) * Nibbles.BYTE);
                used[i] = false;
            }
        }
        before = 0;
    }

    void encodeLevel(BitEncoder coder, boolean isLevel0) {
        coder.bit(level, before, isLevel0 ? 1 : 0);
        before = isLevel0 ? 1 : 0;
    }

    /** Returns whether a frame is of level 0. */
    boolean decodeLevel(BitDecoder coder) throws DamagedFrameException {
        before = coder.bit(level, before);
        return before != 0;
    }

    /** Returns the index of the table that the previous shape selects. */
    int table(int previous) {
        used[previous] = true;
        return previous * Nibbles.BYTE;
    }

    void giveBack(ArrayPool arrays) {
        arrays.giveBack(shape);
    }
}
