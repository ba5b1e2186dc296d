package io.narrows.codec.dense;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All models of a context. Both ends have identical models and update them identically, bit by bit. */
final class Models {
    static final int TWO_LOG = 10;

    private static final long GUESSES_BYTES = 4L * Sizes.GUESSES;

    /** Returns the row of {@link #byTwoBefore} for the two previous bytes. */
    static int byTwoBeforeRow(int before, int beforeThat) {
        return (before | beforeThat << 8) * 0x9E3779B1 >>> 32 - TWO_LOG;
    }

    final Literals literals;
    /** Literals, by the previous byte; unused if the source is sufficient. */
    final BitRows byBefore;
    /**
     * Literals, by the byte at the source, and whether the previous token was a literal too; unused if they are coded as
     * nibbles.
     */
    final BitRows bySource;
    /** Literals like {@link #bySource}, as nibbles; used only if they are coded that way. */
    final NibbleRows nibbles;

    /** Literals, by a hash of the two previous bytes; only used if mixed. */
    final BitRows byTwoBefore;

    /** Only used if literals are mixed. */
    final @Nullable Mixer mixer;

    /** Guesses of a frame's size. */
    final int[] sizeGuesses = new int[Sizes.GUESSES];

    /** Classes and offsets of frames' sizes, by class. */
    final BitRows sizes;

    Models(Literals literals, ArrayPool arrays) {
        this.literals = literals;
        byBefore = new BitRows(literals.byBefore(), 1 << 8, arrays);
        bySource = new BitRows(literals.bySource(), 1 << 8, arrays);
        nibbles = new NibbleRows(literals.nibbles(), arrays);
        byTwoBefore = new BitRows(literals.byTwoBefore(), 1 << 8, arrays);
        mixer = literals == Literals.MIXED ? new Mixer() : null;
        sizes = new BitRows(Sizes.ROWS, Sizes.ROW, arrays);
        Arrays.fill(sizeGuesses, Probability.EVEN);
    }

    void giveBack() {
        nibbles.giveBack();
        rows().forEach(BitRows::giveBack);
    }

    /** Resets all models. */
    void clear() {
        Arrays.fill(sizeGuesses, Probability.EVEN);
        nibbles.clear();
        rows().forEach(BitRows::clear);
        if (mixer != null) {
            mixer.clear();
        }
    }

    /** Returns the models of which only the used ones take memory, hundreds of kilobytes if all are used. */
    private List<BitRows> rows() {
        return List.of(byBefore, bySource, byTwoBefore, sizes);
    }

    /** Returns the allocated memory, in bytes. */
    long memoryBytes() {
        return GUESSES_BYTES
                + nibbles.memoryBytes()
                + byBefore.memoryBytes()
                + bySource.memoryBytes()
                + byTwoBefore.memoryBytes()
                + sizes.memoryBytes()
                + (mixer == null ? 0 : Mixer.BYTES);
    }

    /** Counts the memory of new models with the rows in use. */
    void countIn(ModelBytes bytes) {
        bytes.add(GUESSES_BYTES + mixerBytes(literals));
        nibbles.countIn(bytes);
        rows().forEach(rows -> rows.countIn(bytes));
    }

    void save(StateWriter state) {
        state.rows(sizeGuesses, sizeGuesses.length, Probability.EVEN);
        for (Rows rows : saved()) {
            rows.save(state);
        }
        if (mixer != null) {
            mixer.save(state);
        }
    }

    /** Sets the models to those of a saved state; they must be clear. */
    void load(StateReader state) {
        state.rows(sizeGuesses, sizeGuesses.length);
        for (Rows rows : saved()) {
            rows.load(state);
        }
        if (mixer != null) {
            mixer.load(state);
        }
    }

    private List<Rows> saved() {
        return List.of(sizes, byBefore, bySource, byTwoBefore, nibbles);
    }

    /** Returns the memory of all models for a way of predicting literals, in bytes. */
    static long memoryBytes(Literals literals) {
        int trees = literals.byBefore() + literals.bySource() + literals.byTwoBefore();
        return GUESSES_BYTES
                + BitRows.memoryBytes(trees, 1 << 8)
                + BitRows.memoryBytes(Sizes.ROWS, Sizes.ROW)
                + NibbleRows.memoryBytes(literals.nibbles())
                + mixerBytes(literals);
    }

    /** Returns the memory with no rows in use, in bytes. */
    static long emptyBytes(Literals literals) {
        int trees = literals.byBefore() + literals.bySource() + literals.byTwoBefore();
        return GUESSES_BYTES
                + Rows.emptyBytes(trees + Sizes.ROWS)
                + NibbleRows.emptyContextBytes(literals.nibbles())
                + mixerBytes(literals);
    }

    private static long mixerBytes(Literals literals) {
        return literals == Literals.MIXED ? Mixer.BYTES : 0;
    }
}
