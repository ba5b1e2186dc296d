package io.narrows.proxy.link;

import java.util.concurrent.TimeUnit;

/**
 * A link's part in the liveness of its pair of nodes. A link that waits in a pool is read by both ends, so it asks (PROBE) and
 * an answer must come. A link with a connection may not be read while an application takes no more: there no answer says
 * nothing, so each end says PING unasked, and silence is judged later. Used on the link's event loop only.
 */
final class PairedBeat {
    /** How long a link may be silent that does not ask for its pair. */
    private static final long LINK_INTERVAL = TimeUnit.SECONDS.toNanos(60);

    private final Vitals vitals;
    private final ControlWriter control;
    private long askedAt;
    private boolean asked;

    PairedBeat(Vitals vitals, ControlWriter control) {
        this.vitals = vitals;
        this.control = control;
    }

    /**
     * Says what is due; returns whether anything was written.
     *
     * @param ready whether the link waits in a pool
     * @param speaks whether it asks for its pair
     * @param alone whether no link of the pair waits in a pool; then each says PING as often as {@code interval}
     * @param liveness of this side, in nanoseconds
     * @param interval at which the peer wants to hear a link, in nanoseconds
     */
    boolean beat(
            PairLiveness pair, boolean ready, boolean speaks, boolean alone, long liveness, long interval, long now) {
        boolean due = ready && vitals.heardNothingFor(LINK_INTERVAL)
                || speaks && pair.asksOnOne(liveness, now)
                || pair.asksOnAll(liveness, now);
        if (due && !(waits() && now - askedAt <= liveness / LivenessTerms.BEATS)) {
            ask(now);
            return true;
        }
        if (!ready && vitals.saidNothingFor(alone ? interval : LINK_INTERVAL)) {
            control.ping();
            return true;
        }
        return false;
    }

    /** Asks for a sign of life; the caller flushes. */
    void ask(long now) {
        if (!waits()) {
            askedAt = now;
            asked = true;
        }
        control.probe(0);
    }

    /** Whether nothing was heard since the first question that waits for an answer. */
    boolean waits() {
        asked = asked && vitals.heardAt() - askedAt < 0;
        return asked;
    }

    /** A PING of the peer came. Answering at once with the own one, when that is due soon, saves an acknowledgement. */
    boolean answersPing() {
        return vitals.saidNothingFor(LINK_INTERVAL / 2);
    }

    /** Whether this link alone is dead, or the whole peer. */
    boolean silent(PairLiveness pair, boolean ready, long liveness, long now) {
        return pair.dead(liveness, vitals.heardAt(), now)
                || ready && waits() && now - askedAt > 2 * liveness / LivenessTerms.BEATS
                || !ready && vitals.heardNothingFor(LINK_INTERVAL + liveness);
    }
}
