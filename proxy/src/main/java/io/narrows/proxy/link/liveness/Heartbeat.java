package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.terms.LivenessTerms;
import io.narrows.proxy.transport.OtherEnd;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Keeps a link alive for its peer and detects a dead peer. Each end has its own liveness, the silence after which it
 * considers the peer dead. Both ends send something at least every third of the smaller one.
 *
 * <p>The configured liveness may change while the link runs. LIVENESS announces the change, and the peer answers with
 * its new interval; a shorter liveness takes effect only after that answer. Used on the link's event loop only.
 */
final class Heartbeat {
    private final LivenessTracker tracker;
    private final ControlWriter control;
    private final OtherEnd otherEnd;
    private final Supplier<Duration> configured;
    private final boolean peerTakesChanges;
    private Duration own;
    private Duration peer;
    private Duration peerInterval;
    private Duration toldOwn;
    private Duration toldInterval;

    /** @param configured supplies this side's liveness in the active configuration */
    Heartbeat(
            LivenessTracker tracker,
            ControlWriter control,
            OtherEnd otherEnd,
            LivenessTerms terms,
            Supplier<Duration> configured) {
        this.tracker = tracker;
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

    /** Writes LIVENESS after a change, or PING after a silence; returns whether it wrote anything. */
    boolean beat() {
        if (announce()) {
            return true;
        }
        if (tracker.saidNothingFor(interval().toNanos())) {
            control.ping();
            return true;
        }
        return false;
    }

    /** Writes LIVENESS after a change; returns whether it did. */
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

    /** Applies a change announced by the peer. */
    void hear(Liveness said) {
        peer = LivenessTerms.millis(said.getDeadAfterMillis());
        peerInterval = LivenessTerms.millis(said.getIntervalMillis());
    }

    /** Returns whether the peer was silent for too long while this side was reading. */
    boolean peerIsSilent() {
        return tracker.heardNothingFor(patience().toNanos()) || peersKernelIsSilent();
    }

    /**
     * Returns whether the peer's kernel stopped acknowledging sent bytes. A live kernel acknowledges them or answers
     * probes of its closed window, which can be observed even while this side does not read.
     */
    boolean peersKernelIsSilent() {
        Duration patience = patience();
        otherEnd.limitBackoff(patience);
        return (!tracker.listens() || tracker.spokeLast())
                && otherEnd.look(patience, tracker.now()) == OtherEnd.Answer.GONE;
    }

    /** Restarts all timers after this process was paused. */
    void listenAnew() {
        tracker.listenAnew();
        otherEnd.lookAnew();
    }

    /** Returns the configured liveness, or more if the peer's interval requires it. */
    private Duration patience() {
        Duration reachable = peerInterval.multipliedBy(LivenessTerms.BEATS);
        return own.compareTo(reachable) < 0 ? reachable : own;
    }

    /** Returns the silence after which this side considers the peer dead. */
    Duration liveness() {
        return own;
    }

    /** Returns the maximum time between messages on a link whose liveness is judged alone. */
    Duration interval() {
        return third(own.compareTo(peer) < 0 ? own : peer);
    }

    private static Duration third(Duration liveness) {
        return liveness.dividedBy(LivenessTerms.BEATS);
    }
}
