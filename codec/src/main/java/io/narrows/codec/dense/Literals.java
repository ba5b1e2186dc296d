package io.narrows.codec.dense;

/** By what the bits of a literal are foreseen. */
public enum Literals {
    /** By the mean of two models: of the byte before, and of the byte at the source. No level chooses it; it is decoded. */
    AVERAGED(0),

    /** Bit by bit by the byte at the source. No level chooses it; it is decoded. */
    BY_SOURCE(0x40),

    /** By three models, mixed by learnt weights. */
    MIXED(0x80),

    /** Four bits at a time by the byte at the source. */
    NIBBLES(0xc0);

    /** In the second byte of a context's first frame. */
    final int flag;

    Literals(int flag) {
        this.flag = flag;
    }

    /** @param flags the second byte of a context's first frame */
    static Literals of(byte flags) {
        return values()[(flags & 0xff) >>> 6];
    }
}
