package io.narrows.unpack.find;

/**
 * Pauses of the search in a stream without pieces, so that it costs next to nothing there. After {@value #QUIET} bytes without a
 * signature, one byte of eight is searched, in runs of {@value #SEARCHED} bytes. The next signature found ends the pauses; the one of a
 * gzip member, which is short, only if a piece follows.
 */
final class SearchPauses {
    static final int QUIET = 4 << 20;
    static final int SEARCHED = 128 << 10;

    private static final int CYCLE = 8 * SEARCHED;

    private long quiet;

    /** Returns whether the next bytes are to be searched. */
    boolean searches() {
        return quiet < QUIET || (quiet - QUIET) % CYCLE < SEARCHED;
    }

    /** Counts bytes without a signature. */
    void passed(int bytes) {
        quiet += bytes;
    }

    /** Ends the pauses. */
    void found() {
        quiet = 0;
    }
}
