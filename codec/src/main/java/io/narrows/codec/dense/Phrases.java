package io.narrows.codec.dense;

/**
 * The content of a frame of version 2, except one of level 0: phrases, each a run of literals, a match, or a run and the match after it. A
 * phrase begins with a token of four bits. docs/formats/dense.md describes the format.
 */
final class Phrases {
    /** A match of the last distance that ends where its source's token ended, or the piece. */
    static final int ENDING = 0;

    /** A match of the last distance that ends elsewhere. */
    static final int LAST = 1;

    /** A match of a new distance. */
    static final int NEW = 2;

    /** A match of one of the older three recent distances; the first of three tokens. */
    static final int OLDER = 3;

    /** One literal and a match that is {@link #ENDING}; more literals follow in order. */
    static final int JOINT = 6;

    /** One literal; more follow in order. */
    static final int RUN = 10;

    /** Maximum number of literals in one phrase. */
    static final int MAX_RUN = 16 - RUN;

    /** Maximum number of literals in a phrase with a match. */
    static final int MAX_JOINT = RUN - JOINT;

    /** Takes the place of the previous token at the beginning of a piece. */
    static final int FIRST = 16;

    /** Takes the place of a length's class if a match of an older distance ends where its source's token ended. */
    static final int ENDS = 15;

    /** Maximum number of offset bits of a length that have models. */
    static final int MODELLED = 4;

    private Phrases() {}
}
