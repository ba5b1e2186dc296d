package io.narrows.codec.dense;

/**
 * Decides, identically at both ends, when content is coded plainly: once the written bytes exceed the content by more than a
 * few bytes. Frames therefore never grow by much, and the decision need not be sent.
 */
final class PlainRuns {
    /** Bytes by which a frame may exceed its content before a run starts. */
    private static final int MAX_DEBT = 16;

    private static final int FIRST_RUN = 1 << 10;

    /** Maximum size of a token in bytes, plus the end of the frame. */
    private static final int TOKEN = 75;

    private int forgiven;
    private int length;

    /** Returns the maximum size of a frame with {@code content} bytes of content. */
    static int bound(int content) {
        return content + 10 * (MAX_DEBT + TOKEN) + content / History.PIECE * (MAX_DEBT + TOKEN);
    }

    /** Called when a frame starts. */
    void reset() {
        forgiven = 0;
        length = FIRST_RUN;
    }

    /**
     * @param written bytes so far, as counted by {@link BitEncoder#written}
     * @param made bytes of content so far
     */
    boolean isDue(int written, int made) {
        return written - made > forgiven + MAX_DEBT;
    }

    /** Starts a run and returns its length; each is twice as long as the previous one, up to a piece. */
    int begin() {
        int now = length;
        length = Math.min(2 * length, History.PIECE);
        return now;
    }

    void end(int written, int made) {
        forgiven = written - made;
    }
}
