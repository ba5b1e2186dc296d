package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.terms.LivenessTerms;
import java.util.concurrent.TimeUnit;

/**
 * The heartbeat of a link whose liveness is judged together with the other links of the node pair. Both ends read a
 * link that waits in a pool, so it sends PROBE and requires an answer. A link with a connection may be unread while
 * an application is slow, so a missing answer proves nothing there: each end sends PING without being asked, and
 * tolerates a longer silence. Used on the link's event loop only.
 */
final class PairedBeat {
    /** Maximum silence of a link that does not probe on behalf of its pair. */
    private static final long LINK_INTERVAL = TimeUnit.SECONDS.toNanos(60);

    private final LivenessTracker tracker;
    private final ControlWriter control;
    private long askedAt;
    private boolean asked;

    PairedBeat(LivenessTracker tracker, ControlWriter control) {
        this.tracker = tracker;
        this.control = control;
    }

    /**
     * Sends a due message; returns whether there was one.
     *
     * @param ready whether the link waits in a pool
     * @param speaks whether the link probes on behalf of its pair
     * @param alone whether no link of the pair waits in a pool; each link then sends PING every {@code interval}
     * @param liveness this side's liveness, in nanoseconds
     * @param interval maximum time between messages on a link, in nanoseconds
     */
    boolean beat(
            PairLiveness pair, boolean ready, boolean speaks, boolean alone, long liveness, long interval, long now) {
        boolean due = ready && tracker.heardNothingFor(LINK_INTERVAL)
                || speaks && pair.asksOnOne(liveness, now)
                || pair.asksOnAll(liveness, now);
        if (due && !(waits() && now - askedAt <= liveness / LivenessTerms.BEATS)) {
            ask(now);
            return true;
        }
        if (!ready && tracker.saidNothingFor(alone ? interval : LINK_INTERVAL)) {
            control.ping();
            return true;
        }
        return false;
    }

    /** Sends a probe; the caller flushes. */
    void ask(long now) {
        if (!waits()) {
            askedAt = now;
            asked = true;
        }
        control.probe(0);
    }

    /** Returns whether nothing was heard since the first unanswered probe. */
    boolean waits() {
        asked = asked && tracker.heardAt() - askedAt < 0;
        return asked;
    }

    /** Returns whether to answer a PING with a PING of this side that is due soon, which saves an acknowledgment. */
    boolean answersPing() {
        return tracker.saidNothingFor(LINK_INTERVAL / 2);
    }

    /** Returns whether the link is dead, alone or with the whole peer. */
    boolean silent(PairLiveness pair, boolean ready, long liveness, long now) {
        return pair.dead(liveness, tracker.heardAt(), now)
                || ready && waits() && now - askedAt > 2 * liveness / LivenessTerms.BEATS
                || !ready && tracker.heardNothingFor(LINK_INTERVAL + liveness);
    }
}
