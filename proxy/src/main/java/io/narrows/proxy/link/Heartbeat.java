package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.transport.OtherEnd;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Keeps a link alive for its peer, and judges whether the peer still is. Each end has its own liveness, the silence that it
 * takes for death. Both ends speak at least every third of the smaller one, so that either is satisfied.
 *
 * <p>The configured liveness may change while the link runs. LIVENESS tells the peer, which answers with the interval that
 * it keeps from then on; a shorter liveness holds only after that answer. Used on the link's event loop only.
 */
final class Heartbeat {
    private final Vitals vitals;
    private final ControlWriter control;
    private final OtherEnd otherEnd;
    private final Supplier<Duration> configured;
    private final boolean peerTakesChanges;
    private Duration own;
    private Duration peer;
    private Duration peerInterval;
    private Duration toldOwn;
    private Duration toldInterval;

    /** @param configured this side's liveness, as the configuration in force has it */
    Heartbeat(
            Vitals vitals,
            ControlWriter control,
            OtherEnd otherEnd,
            LivenessTerms terms,
            Supplier<Duration> configured) {
        this.vitals = vitals;
        this.control = control;
        this.otherEnd = otherEnd;
        this.configured = configured;
        this.peerTakesChanges = terms.peerSays();
        this.own = terms.own();
        this.peer = terms.peer();
        this.toldOwn = own;
        this.toldInterval = interval();
        this.peerInterval = peerTakesChanges ? toldInterval : third(peer);
    }

    /** Writes LIVENESS if there is news, PING if this side has been silent for long; returns whether it wrote anything. */
    boolean beat() {
        if (announce()) {
            return true;
        }
        if (vitals.saidNothingFor(interval().toNanos())) {
            control.ping();
            return true;
        }
        return false;
    }

    /** Writes LIVENESS if there is news; returns whether there was. */
    boolean announce() {
        own = configured.get();
        Duration interval = interval();
        if (peerTakesChanges && !(own.equals(toldOwn) && interval.equals(toldInterval))) {
            toldOwn = own;
            toldInterval = interval;
            control.liveness((int) own.toMillis(), (int) interval.toMillis());
            return true;
        }
        return false;
    }

    /** Takes a change at the other end. */
    void hear(Liveness said) {
        peer = LivenessTerms.millis(said.getDeadAfterMillis());
        peerInterval = LivenessTerms.millis(said.getIntervalMillis());
    }

    /** Whether the peer could have been heard for its time, and was not. */
    boolean peerIsSilent() {
        return vitals.heardNothingFor(patience().toNanos()) || peersKernelIsSilent();
    }

    /**
     * Whether the peer's kernel acknowledges nothing of what was sent. It does for as long as it lives, or answers probes of
     * its shut window. That can be heard while this side does not read, too.
     */
    boolean peersKernelIsSilent() {
        Duration patience = patience();
        otherEnd.limitBackoff(patience);
        return (!vitals.listens() || vitals.spokeLast())
                && otherEnd.look(patience, vitals.now()) == OtherEnd.Answer.GONE;
    }

    /** Begins every silence anew: this process stood still. */
    void listenAnew() {
        vitals.listenAnew();
        otherEnd.lookAnew();
    }

    /** As configured, but never shorter than the peer's interval allows. */
    private Duration patience() {
        Duration reachable = peerInterval.multipliedBy(LivenessTerms.BEATS);
        return own.compareTo(reachable) < 0 ? reachable : own;
    }

    /** Silence that this side takes for death. */
    Duration liveness() {
        return own;
    }

    /** How often either side wants to hear a link that is judged by itself. */
    Duration interval() {
        return third(own.compareTo(peer) < 0 ? own : peer);
    }

    private static Duration third(Duration liveness) {
        return liveness.dividedBy(LivenessTerms.BEATS);
    }
}
