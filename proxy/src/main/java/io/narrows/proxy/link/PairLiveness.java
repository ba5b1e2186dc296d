package io.narrows.proxy.link;

import java.util.concurrent.TimeUnit;

/**
 * When the peer was last heard on any link between the two nodes. Silence counts from then, from the moment at which the first
 * connection between them was opened, or from the last moment at which no link was read, whichever is latest.
 *
 * <pre>
 *  last heard          interval          + a third           + two thirds of the liveness
 *      |-------------------|------------------|-------------------|
 *                          one link asks      all links ask       the peer is dead: all links end
 * </pre>
 *
 * <p>The interval is a third of the liveness while a link carries a connection, and a minute or more while none does. Safe for use by
 * many threads: the links of a pair may be on several event loops.
 */
final class PairLiveness {
    private static final long IDLE_INTERVAL = TimeUnit.SECONDS.toNanos(60);

    private long silentSince;
    private boolean carrying;
    private boolean found;
    private long foundAt;

    PairLiveness(long now) {
        this.silentSince = now;
    }

    /** Takes the time at which a link of the pair heard the peer last. */
    synchronized void heard(long at) {
        if (at - silentSince > 0) {
            silentSince = at;
        }
    }

    /**
     * Takes the state of the pair's links.
     *
     * @param carries whether one of them carries a connection
     * @param listens whether one of them is read
     */
    synchronized void observe(boolean carries, boolean listens, long now) {
        if (carries && !carrying || !listens) {
            silentSince = now;
        }
        carrying = carries;
    }

    /** Whether one link is to ask for a sign of life. */
    synchronized boolean asksOnOne(long liveness, long now) {
        return silence(now) > interval(liveness);
    }

    /** Whether all links are to ask. */
    synchronized boolean asksOnAll(long liveness, long now) {
        return silence(now) > interval(liveness) + liveness / LivenessTerms.BEATS;
    }

    /**
     * Whether the peer has died since a link heard it. Once it is found dead, that holds for all links of the time before, on
     * whatever event loop; links that are made later begin anew.
     *
     * @param heardAt when the link heard the peer last
     */
    synchronized boolean dead(long liveness, long heardAt, long now) {
        if (silence(now) > interval(liveness) + 2 * liveness / LivenessTerms.BEATS) {
            found = true;
            foundAt = now;
            silentSince = now;
        }
        return found && heardAt - foundAt < 0;
    }

    private long silence(long now) {
        return now - silentSince;
    }

    private long interval(long liveness) {
        long busy = liveness / LivenessTerms.BEATS;
        return carrying ? busy : Math.max(busy, IDLE_INTERVAL);
    }
}
