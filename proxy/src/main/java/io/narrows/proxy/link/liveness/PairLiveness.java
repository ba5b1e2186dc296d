package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.terms.LivenessTerms;
import java.util.concurrent.TimeUnit;

/**
 * Judges a peer's liveness by all links between the two nodes. Its silence starts when the peer was last heard on any
 * of them, when the first connection between the nodes was opened, or when no link was being read, whichever is
 * latest.
 *
 * <pre>
 *  last heard          interval          + a third           + two thirds of the liveness
 *      |-------------------|------------------|-------------------|
 *                          one link asks      all links ask       the peer is dead: all links end
 * </pre>
 *
 * <p>The interval is a third of the liveness while a link carries a connection, and a minute or more while none does.
 * Safe for use by many threads: the links of a pair may be on several event loops.
 */
public final class PairLiveness {
    private static final long IDLE_INTERVAL = TimeUnit.SECONDS.toNanos(60);

    private long silentSince;
    private boolean carrying;
    private boolean found;
    private long foundAt;

    public PairLiveness(long now) {
        this.silentSince = now;
    }

    /** Records the time at which a link of the pair last heard the peer. */
    public synchronized void heard(long at) {
        if (at - silentSince > 0) {
            silentSince = at;
        }
    }

    /**
     * Updates the state of the pair's links.
     *
     * @param carries whether any of them carries a connection
     * @param listens whether any of them is being read
     */
    synchronized void observe(boolean carries, boolean listens, long now) {
        if (carries && !carrying || !listens) {
            silentSince = now;
        }
        carrying = carries;
    }

    /** Returns whether one link should probe the peer. */
    synchronized boolean asksOnOne(long liveness, long now) {
        return silence(now) > interval(liveness);
    }

    /** Returns whether all links should probe the peer. */
    synchronized boolean asksOnAll(long liveness, long now) {
        return silence(now) > interval(liveness) + liveness / LivenessTerms.BEATS;
    }

    /**
     * Returns whether the peer has died since a link heard it. A verdict applies to all links that existed then, on
     * every event loop; it does not apply to later links.
     *
     * @param heardAt time at which the link last heard the peer
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
