package io.narrows.storage.sst.compress;

/**
 * Decides for which blocks of a file to try compression: for every block, until a long run of them has not shrunk; then
 * for one block at regular intervals, until one does shrink.
 *
 * <p>The outcome of a block counts only {@value #LAG} blocks later, when even the slowest of several threads has
 * written it. So the decisions, and with them the file, are the same for any number of compressing threads.
 */
public final class CompressionAttempts {
    /** Number of blocks from an outcome to the first decision that uses it; no more may be in flight. */
    public static final int LAG = 32;

    private static final int RUN = 32;
    private static final int PROBE_EVERY = 64;
    private static final byte NOT_TRIED = 0;
    private static final byte KEPT = 1;
    private static final byte REJECTED = 2;

    /** By block number; twice the lag, so that no element is read while it is written. */
    private final byte[] outcomes = new byte[2 * LAG];

    private long decided;
    private long known;
    private int rejectedInARow;

    /** Returns whether to try the next block. Called only by the thread that cuts the blocks. */
    public boolean next() {
        long block = decided++;
        if (block >= LAG) {
            learn(outcomes[(int) (block - LAG) & outcomes.length - 1]);
        }
        return rejectedInARow < RUN || block % PROBE_EVERY == 0;
    }

    private void learn(byte outcome) {
        if (outcome == KEPT) {
            rejectedInARow = 0;
        } else if (outcome == REJECTED) {
            rejectedInARow = Math.min(RUN, rejectedInARow + 1);
        }
    }

    /** Records the outcome of the next block. Called by the writing thread, in file order. */
    public void done(boolean tried, boolean kept) {
        outcomes[(int) known++ & outcomes.length - 1] = kept ? KEPT : tried ? REJECTED : NOT_TRIED;
    }
}
