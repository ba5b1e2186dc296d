package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.LinkState;

/**
 * The links between two nodes in one round of the watchdog. All event loops compute the same result, so that only one link probes
 * the peer.
 */
public final class PairRound {
    private static final long NONE = 0;

    private final PairLiveness liveness;
    private long speaker = NONE;
    private boolean carries;
    private boolean listens;

    public PairRound(PairLiveness liveness) {
        this.liveness = liveness;
    }

    /**
     * Adds a link of the pair.
     *
     * @param number unique in this process, above 0
     * @param reads whether the link is being read
     */
    public void see(long number, LinkState state, boolean reads) {
        if (state == LinkState.READY) {
            if (speaker == NONE || number < speaker) {
                speaker = number;
            }
        } else if (state != LinkState.CLOSED) {
            carries = true;
        }
        listens |= reads;
    }

    /** Completes the round after all links have been added. */
    public void complete(long now) {
        liveness.observe(carries, listens, now);
    }

    public PairLiveness liveness() {
        return liveness;
    }

    /** Returns whether a link waits in a pool, which both ends always read. */
    boolean hasSpeaker() {
        return speaker != NONE;
    }

    /** Returns whether the link of that number probes on behalf of the pair. */
    public boolean isSpeaker(long number) {
        return speaker == number;
    }
}
