package io.narrows.codec.dense;

/** By what the bits of a literal are foreseen. */
public enum Literals {
    /** By the mean of two models: of the byte before, and of the byte at the source. No level chooses it; it is decoded. */
    AVERAGED(0),

    /** By the byte at the source. */
    BY_SOURCE(0x40),

    /** By three models, mixed by learnt weights. */
    MIXED(0x80);

    /** In the second byte of a context's first frame. */
    final int flag;

    Literals(int flag) {
        this.flag = flag;
    }
}
