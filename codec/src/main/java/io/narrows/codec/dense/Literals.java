package io.narrows.codec.dense;

/** The prediction of literals, in the order of the numbers in a context's first frame. */
public enum Literals {
    /** By the mean of two models: previous byte, and byte at the source. No level uses it, but it can be decoded. */
    AVERAGED,

    /** Bit by bit by the byte at the source. No level uses it, but it can be decoded. */
    BY_SOURCE,

    /** By three models, mixed with learned weights. */
    MIXED,

    /** Four bits at a time by the byte at the source. */
    NIBBLES;

    private static final int SHIFT = 6;

    /** @param flags the second byte of a context's first frame */
    static Literals of(byte flags) {
        return values()[(flags & 0xff) >>> SHIFT];
    }

    /** Returns the number of trees selected by the previous byte. */
    int byBefore() {
        return this == AVERAGED || this == MIXED ? 1 << 8 : 0;
    }

    /** Returns the number of trees selected by the byte at the source of the match. */
    int bySource() {
        return this == NIBBLES ? 0 : 2 << 8;
    }

    /** Returns the number of rows of half-byte models. */
    int nibbles() {
        return this == NIBBLES ? 2 << 8 : 0;
    }

    /** Returns the number of trees selected by a hash of the two previous bytes. */
    int byTwoBefore() {
        return this == MIXED ? 1 << Models.TWO_LOG : 0;
    }

    /** Returns the bits of that byte. */
    int flags() {
        return ordinal() << SHIFT;
    }
}
