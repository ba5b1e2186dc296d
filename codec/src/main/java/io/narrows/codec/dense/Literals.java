package io.narrows.codec.dense;

/** By what the bits of a literal are foreseen, in the order of their numbers in a context's first frame. */
public enum Literals {
    /** By the mean of two models: of the byte before, and of the byte at the source. No level chooses it; it is decoded. */
    AVERAGED,

    /** Bit by bit by the byte at the source. No level chooses it; it is decoded. */
    BY_SOURCE,

    /** By three models, mixed by learnt weights. */
    MIXED,

    /** Four bits at a time by the byte at the source. */
    NIBBLES;

    private static final int SHIFT = 6;

    /** @param flags the second byte of a context's first frame */
    static Literals of(byte flags) {
        return values()[(flags & 0xff) >>> SHIFT];
    }

    /** The bits of that byte. */
    int flags() {
        return ordinal() << SHIFT;
    }
}
