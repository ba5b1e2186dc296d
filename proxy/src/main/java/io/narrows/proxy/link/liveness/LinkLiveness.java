package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.terms.LivenessTerms;
import io.narrows.proxy.transport.OtherEnd;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The liveness of one link: the keepalives that it sends, and those that show whether its peer is alive. A link's
 * liveness is judged alone or, if both hellos allow it, together with the other links between the two nodes
 * ({@link PairLiveness}). Methods that write return whether they did; the caller flushes. Used on the link's event loop
 * only, except where noted.
 */
public final class LinkLiveness {
    private final LivenessTracker tracker;
    private final ControlWriter control;
    private final Heartbeat heartbeat;
    private final @Nullable PairedBeat paired;
    private final LongSupplier nanoClock;

    /** @param configured supplies this side's liveness in the active configuration */
    public LinkLiveness(
            Channel channel,
            ControlWriter control,
            LivenessTerms terms,
            Supplier<Duration> configured,
            LongSupplier nanoClock) {
        this.tracker = new LivenessTracker(channel, nanoClock);
        this.control = control;
        this.heartbeat = new Heartbeat(tracker, control, new OtherEnd(channel), terms, configured);
        this.paired = terms.pair() ? new PairedBeat(tracker, control) : null;
        this.nanoClock = nanoClock;
    }

    /** Returns the times at which the link last sent and received, and whether it reads. */
    public LivenessTracker tracker() {
        return tracker;
    }

    /** Returns whether the liveness of the links between the two nodes is judged together. Safe from any thread. */
    public boolean isPaired() {
        return paired != null;
    }

    private PairedBeat paired() {
        return Objects.requireNonNull(paired, "not paired");
    }

    // ---- sending keepalives

    /** Writes PING after a silence, and LIVENESS after a change of the configuration. */
    public boolean beat() {
        return heartbeat.beat();
    }

    /**
     * Writes a message if due, for a link that {@link #isPaired}.
     *
     * @param speaks whether this link probes on behalf of its pair
     */
    public boolean beat(PairRound pair, boolean ready, boolean speaks) {
        return heartbeat.announce()
                || paired().beat(
                                pair.liveness(),
                                ready,
                                speaks,
                                !pair.hasSpeaker(),
                                heartbeat.liveness().toNanos(),
                                heartbeat.interval().toNanos(),
                                nanoClock.getAsLong());
    }

    /** Probes the peer if the link was idle when it was taken. */
    public boolean askAfterSilence() {
        if (paired == null || !tracker.heardNothingFor(heartbeat.interval().toNanos())) {
            return false;
        }
        paired.ask(nanoClock.getAsLong());
        return true;
    }

    /** Returns whether the probe of {@link #askAfterSilence} is still unanswered. */
    public boolean waitsForAnswer() {
        return paired().waits();
    }

    /** Answers a PING of the peer if that saves an acknowledgment. */
    public boolean answerPing() {
        boolean answers = paired != null && paired.answersPing();
        if (answers) {
            control.ping();
        }
        return answers;
    }

    /** Applies a change of the peer's liveness. */
    public void hear(Liveness said) {
        heartbeat.hear(said);
    }

    // ---- judging the peer

    /** Returns whether the peer was silent for too long while this side was reading. */
    public boolean deaf() {
        return heartbeat.peerIsSilent();
    }

    /** Returns whether the peer, or this link alone, is dead; for a link that {@link #isPaired}. */
    public boolean deaf(PairRound pair, boolean ready) {
        return heartbeat.peersKernelIsSilent()
                || paired().silent(pair.liveness(), ready, heartbeat.liveness().toNanos(), nanoClock.getAsLong());
    }

    /** Restarts all silence timers after this process was paused and could not read. */
    public void listenAnew() {
        heartbeat.listenAnew();
    }
}
