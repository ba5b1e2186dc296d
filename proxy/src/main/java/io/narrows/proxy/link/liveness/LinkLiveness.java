package io.narrows.proxy.link.liveness;

import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.terms.LivenessTerms;
import io.narrows.proxy.transport.OtherEnd;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The liveness of one link: the keepalives that it sends, and those that show whether its peer is alive. A link's
 * liveness is judged alone or, if both hellos allow it, together with the other links between the two nodes
 * ({@link PairLiveness}). Used on the link's event loop only, except where noted.
 */
public final class LinkLiveness {
    /**
     * Time allowed for the first keepalive of a link that was idle when it was taken: enough for several round trips
     * and a lost packet.
     */
    private static final long PROBE_MILLIS = 1_000;

    private final Channel channel;
    private final LivenessTracker tracker;
    private final ControlWriter control;
    private final LinkPhase phase;
    private final Heartbeat heartbeat;
    private final @Nullable PairedBeat paired;
    private final LongSupplier nanoClock;

    /** @param configured supplies this side's liveness in the active configuration */
    public LinkLiveness(
            Channel channel,
            ControlWriter control,
            LinkPhase phase,
            LivenessTerms terms,
            Supplier<Duration> configured,
            LongSupplier nanoClock) {
        this.channel = channel;
        this.tracker = new LivenessTracker(channel, nanoClock);
        this.control = control;
        this.phase = phase;
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

    /** Returns whether the link is being read. Safe from any thread. */
    public boolean listens() {
        return tracker.listens();
    }

    /** Returns the time at which the peer was last heard on this link, on the nano clock. Safe from any thread. */
    public long heardAt() {
        return tracker.heardAt();
    }

    private PairedBeat paired() {
        return Objects.requireNonNull(paired, "not paired");
    }

    // ---- sending keepalives

    /** Sends a keepalive if due, and announces a liveness that has changed in the configuration. */
    public void beat() {
        if (phase.talks() && heartbeat.beat()) {
            tracker.flush();
        }
    }

    /**
     * Sends a keepalive if due, for a link that {@link #isPaired}.
     *
     * @param speaks whether this link probes on behalf of its pair
     */
    public void beat(PairRound pair, boolean speaks) {
        if (phase.talks() && (heartbeat.announce() || beatOfPair(pair, speaks))) {
            tracker.flush();
        }
    }

    private boolean beatOfPair(PairRound pair, boolean speaks) {
        return paired().beat(
                        pair.liveness(),
                        phase.isReady(),
                        speaks,
                        !pair.hasSpeaker(),
                        heartbeat.liveness().toNanos(),
                        heartbeat.interval().toNanos(),
                        nanoClock.getAsLong());
    }

    /**
     * Writes a probe if the link was idle when it was taken; the caller flushes. The connection of an idle link may have been lost
     * unnoticed; another link can replace it as long as nothing was sent.
     *
     * @param unanswered runs a second later, unless something was heard by then
     */
    public void probeAfterSilence(Runnable unanswered) {
        if (paired != null && tracker.heardNothingFor(heartbeat.interval().toNanos())) {
            paired.ask(nanoClock.getAsLong());
            channel.eventLoop().schedule(() -> runIfWaiting(unanswered), PROBE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void runIfWaiting(Runnable unanswered) {
        if (paired().waits()) {
            unanswered.run();
        }
    }

    /** Answers a PING of the peer if that saves an acknowledgment. */
    public void answerPing() {
        if (phase.talks() && paired != null && paired.answersPing()) {
            control.ping();
            tracker.flush();
        }
    }

    /** Applies a change of the peer's liveness. */
    public void hear(Liveness said) {
        heartbeat.hear(said);
    }

    // ---- judging the peer

    /** Returns whether the peer was silent for too long while this side was reading. */
    public boolean deaf() {
        return phase.peerTalks() && heartbeat.peerIsSilent();
    }

    /** Returns whether the peer, or this link alone, is dead; for a link that {@link #isPaired}. */
    public boolean deaf(PairRound pair) {
        return phase.peerTalks()
                && (heartbeat.peersKernelIsSilent()
                        || paired().silent(
                                        pair.liveness(),
                                        phase.isReady(),
                                        heartbeat.liveness().toNanos(),
                                        nanoClock.getAsLong()));
    }

    /** Restarts all silence timers after this process was paused and could not read. */
    public void listenAnew() {
        heartbeat.listenAnew();
    }
}
