package io.narrows.proxy.link;

/**
 * The links between two nodes in one round of the watchdog. All event loops compute the same result, so that only one link probes
 * the peer.
 */
final class PairRound {
    private final PairLiveness liveness;
    private Link speaker;
    private boolean carries;
    private boolean listens;

    PairRound(PairLiveness liveness) {
        this.liveness = liveness;
    }

    /** Adds a link of the pair. */
    void see(Link link) {
        if (link.state() == Link.State.READY) {
            if (speaker == null || link.number() < speaker.number()) {
                speaker = link;
            }
        } else if (link.state() != Link.State.CLOSED) {
            carries = true;
        }
        listens |= link.listens();
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
        return speaker != null;
    }

    /** Returns whether this link probes on behalf of the pair. */
    boolean isSpeaker(Link link) {
        return speaker == link;
    }
}
