package io.narrows.codec.dense;

/**
 * The content of a frame of level 0: sequences, each a run of literals and a match. Long runs are stored as they are; the rest is coded
 * with models. docs/formats/dense.md describes the format.
 *
 * <pre>
 *   shape   upper half   number of literals, up to 7, in three bits; 0 for a match of the last distance, 1 for another
 *           lower half   class of the length of the match
 * </pre>
 */
final class Sequences {
    /**
     * Runs of at least this many literals have their length apart from the shape, and are stored. Contexts that do not code literals as
     * nibbles store all runs.
     */
    static final int LONG_RUN = 7;

    /** Minimum length of a match. */
    static final int MIN_MATCH = 3;

    /** Shape before the first sequence of a piece. */
    static final int FIRST_SHAPE = 0;

    /** First kind of a new distance; kinds 0 to 2 are the older three recent distances. */
    static final int NEW = Offsets.COUNT - 1;

    /** New distances up to 2^{@value} are coded in this many bits. */
    static final int NEAR_BITS = 12;

    private Sequences() {}

    /** Returns whether a run of literals is coded with models. */
    static boolean isModelled(int literals, Models models) {
        return literals < LONG_RUN && models.literals == Literals.NIBBLES;
    }

    /** Returns the number of a new distance's kind. */
    static int kind(int distance) {
        return NEW + Math.max(0, 32 - Integer.numberOfLeadingZeros(distance - 1) - NEAR_BITS);
    }

    /** Returns the number of plain bits of a new distance. */
    static int bits(int kind) {
        return kind == NEW ? NEAR_BITS : NEAR_BITS - 1 + kind - NEW;
    }

    /** Returns the smallest new distance of a kind. */
    static int first(int kind) {
        return kind == NEW ? 1 : 1 + (1 << bits(kind));
    }
}
