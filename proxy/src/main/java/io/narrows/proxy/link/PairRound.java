package io.narrows.proxy.link;

/**
 * The links between two nodes in one round of the watchdog. All event loops compute the same result, so that only one link probes
 * the peer.
 */
final class PairRound {
    private static final long NONE = 0;

    private final PairLiveness liveness;
    private long speaker = NONE;
    private boolean carries;
    private boolean listens;

    PairRound(PairLiveness liveness) {
        this.liveness = liveness;
    }

    /**
     * Adds a link of the pair.
     *
     * @param number unique in this process, above 0
     * @param reads whether the link is being read
     */
    void see(long number, LinkState state, boolean reads) {
        if (state == LinkState.READY) {
            if (speaker == NONE || number < speaker) {
                speaker = number;
            }
        } else if (state != LinkState.CLOSED) {
            carries = true;
        }
        listens |= reads;
    }

    /** Completes the round after all links were added. */
    void complete(long now) {
        liveness.observe(carries, listens, now);
    }

    PairLiveness liveness() {
        return liveness;
    }

    /** Returns whether a link waits in a pool, which both ends always read. */
    boolean hasSpeaker() {
        return speaker != NONE;
    }

    /** Returns whether the link of that number probes on behalf of the pair. */
    boolean isSpeaker(long number) {
        return speaker == number;
    }
}
