package io.narrows.storage.sst.compress;

/**
 * Which blocks of a file are tried: all, until a long run of them did not shrink; then one now and then, until one does.
 *
 * <p>What happened to a block counts only {@value #LAG} blocks later, when even the slowest of several threads has it
 * written. So the answer, and with it the file, is the same however many threads compress.
 */
public final class CompressionAttempts {
    /** Blocks between an outcome and the first decision that knows it; no more may be under way at once. */
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

    /** Whether to try the next block. For one thread: that which cuts the blocks. */
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

    /** What happened to the next block. For whoever writes it, in the order of the file. */
    public void done(boolean tried, boolean kept) {
        outcomes[(int) known++ & outcomes.length - 1] = kept ? KEPT : tried ? REJECTED : NOT_TRIED;
    }
}
