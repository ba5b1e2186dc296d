package io.narrows.proxy.link.send;

import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.link.shared.HistoryReference;

/**
 * The time until which a frame that waits with others should be encoded; if it would take longer, it uses a faster encoding. Immutable.
 *
 * @param at on the nano clock
 */
record Deadline(long at) {
    /** Nanoseconds from reading to encoding, in addition to the time that the policy lets bytes linger. */
    private static final long LONGEST_DELAY = 1_000_000;

    static Deadline after(long readAt, long lingerNanos) {
        return new Deadline(readAt + lingerNanos + LONGEST_DELAY);
    }

    /**
     * Returns whether a frame whose encoding begins now would be encoded too late.
     *
     * @param bytes of the frame
     * @param learnt bytes to learn before the frame
     */
    boolean isMissed(CodingCost cost, int bytes, long learnt, long now) {
        double forecast = (bytes + learnt / (double) HistoryReference.CHEAPER) * cost.nanosPerByte();
        return now - at + forecast > 0;
    }
}
