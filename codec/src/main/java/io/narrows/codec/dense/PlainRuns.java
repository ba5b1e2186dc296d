package io.narrows.codec.dense;

/**
 * When content is coded plainly, as both ends see it: as soon as what was written is longer than what it stands for, by more
 * than a few bytes. So no frame grows by much, and nothing has to be said about it.
 */
final class PlainRuns {
    /** What a frame may be longer than its content, before a run begins. */
    private static final int MAX_DEBT = 16;

    private static final int FIRST_RUN = 1 << 10;

    /** The longest token, in bytes, and what finishing takes. */
    private static final int TOKEN = 40;

    private int forgiven;
    private int length;

    /** The most that a frame of so many bytes of content can take. */
    static int bound(int content) {
        return content + 10 * (MAX_DEBT + TOKEN) + content / History.PIECE * (MAX_DEBT + TOKEN);
    }

    /** A frame begins. */
    void reset() {
        forgiven = 0;
        length = FIRST_RUN;
    }

    /**
     * @param written bytes so far, as {@link BitEncoder#written} counts
     * @param made bytes of content so far
     */
    boolean isDue(int written, int made) {
        return written - made > forgiven + MAX_DEBT;
    }

    /** How long the run is that begins; each is twice as long as the one before, up to a piece. */
    int begin() {
        int now = length;
        length = Math.min(2 * length, History.PIECE);
        return now;
    }

    void end(int written, int made) {
        forgiven = written - made;
    }
}
