package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The models of a context's frames of level 0: of the level of a frame, and, four bits at a time, of sequences. Both ends update
 * them identically.
 */
final class SequenceModels {
    /** Number of contexts of a sequence: its predecessor's shape. */
    static final int SHAPES = 256;

    /** Size of all but the shapes, in bytes. */
    private static final long OTHERS_BYTES = 8L * 2 * Nibbles.TABLE + 4 * 2;

    /** Size of an instance with all shapes in use, in bytes. */
    static final long BYTES = NibbleRows.memoryBytes(SHAPES) + OTHERS_BYTES;

    /** Size of an instance with no shapes in use, in bytes. */
    static final long EMPTY_BYTES = NibbleRows.emptyContextBytes(SHAPES) + OTHERS_BYTES;

    /** Whether a frame is of level 0, by whether the previous one was. */
    private final int[] level = new int[2];

    /** The two halves of a sequence's shape, by the previous shape. */
    final NibbleRows shapes;

    /** Distances other than the last one. */
    final long[] kind = new long[Nibbles.TABLE];

    /** Classes of long runs of literals. */
    final long[] run = new long[Nibbles.TABLE];

    /** 1 if the previous frame was of level 0, otherwise 0. */
    private int before;

    SequenceModels(ArrayPool arrays) {
        shapes = new NibbleRows(SHAPES, arrays);
        clear();
    }

    /** Resets all models. */
    void clear() {
        Arrays.fill(level, Probability.EVEN);
        Nibbles.clear(kind, 0, kind.length);
        Nibbles.clear(run, 0, run.length);
        shapes.clear();
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

    void giveBack() {
        shapes.giveBack();
    }

    /** Returns the allocated memory, in bytes. */
    long memoryBytes() {
        return shapes.memoryBytes() + OTHERS_BYTES;
    }

    /** Counts the memory of new models with the rows in use. */
    void countIn(ModelBytes bytes) {
        bytes.add(OTHERS_BYTES);
        shapes.countIn(bytes);
    }

    void save(StateWriter state) {
        state.rows(level, level.length, Probability.EVEN);
        state.longs(kind, 0, kind.length);
        state.longs(run, 0, run.length);
        shapes.save(state);
        state.number(before);
    }

    /** Sets the models to those of a saved state; they must be clear. */
    void load(StateReader state) {
        state.rows(level, level.length);
        state.longs(kind, 0, kind.length);
        state.longs(run, 0, run.length);
        shapes.load(state);
        before = state.number();
    }
}
