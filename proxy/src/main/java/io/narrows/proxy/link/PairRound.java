package io.narrows.proxy.link;

/**
 * The links between two nodes as one round of the watchdog finds them. Each event loop finds the same, so that only one link
 * asks for a sign of life.
 */
final class PairRound {
    private final PairLiveness liveness;
    private Link speaker;
    private boolean carries;
    private boolean listens;

    PairRound(PairLiveness liveness) {
        this.liveness = liveness;
    }

    /** Takes a link of the pair into account. */
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

    /** All links were seen. */
    void complete(long now) {
        liveness.observe(carries, listens, now);
    }

    PairLiveness liveness() {
        return liveness;
    }

    /** Whether there is a link that waits in a pool: both ends always read it. */
    boolean hasSpeaker() {
        return speaker != null;
    }

    /** Whether it is this one that asks for the pair. */
    boolean isSpeaker(Link link) {
        return speaker == link;
    }
}
