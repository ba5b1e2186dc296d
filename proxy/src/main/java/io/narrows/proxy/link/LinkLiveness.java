package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.transport.OtherEnd;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The signs of life of one link: those that it gives, and those by which it judges its peer. A link is judged by itself, or, where
 * both hellos allow it, together with the other links between the two nodes ({@link PairLiveness}). Methods that write return
 * whether they did; the caller flushes. Used on the link's event loop only, except where a method says otherwise.
 */
final class LinkLiveness {
    private final LivenessTracker tracker;
    private final ControlWriter control;
    private final Heartbeat heartbeat;
    private final PairedBeat paired;
    private final LongSupplier nanoClock;

    /** @param configured this side's liveness, as the configuration in force has it */
    LinkLiveness(
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

    /** Records when the link last spoke, heard, and listened. */
    LivenessTracker tracker() {
        return tracker;
    }

    /** Whether the links between the two nodes are judged together. Safe from any thread. */
    boolean isPaired() {
        return paired != null;
    }

    // ---- giving signs of life

    /** Writes PING when nothing else was sent for a while, and LIVENESS when the configuration has changed. */
    boolean beat() {
        return heartbeat.beat();
    }

    /**
     * Does the same for a link that {@link #isPaired}.
     *
     * @param speaks whether this link asks for its pair
     */
    boolean beat(PairRound pair, boolean ready, boolean speaks) {
        return heartbeat.announce()
                || paired.beat(
                        pair.liveness(),
                        ready,
                        speaks,
                        !pair.hasSpeaker(),
                        heartbeat.liveness().toNanos(),
                        heartbeat.interval().toNanos(),
                        nanoClock.getAsLong());
    }

    /** Asks the peer for a sign of life if the link waited in silence until it was taken. */
    boolean askAfterSilence() {
        boolean silent =
                isPaired() && tracker.heardNothingFor(heartbeat.interval().toNanos());
        if (silent) {
            paired.ask(nanoClock.getAsLong());
        }
        return silent;
    }

    /** Whether {@link #askAfterSilence} has had no answer yet. */
    boolean waitsForAnswer() {
        return paired.waits();
    }

    /** Answers a PING of the peer, where that saves an acknowledgement. */
    boolean answerPing() {
        boolean answers = isPaired() && paired.answersPing();
        if (answers) {
            control.ping();
        }
        return answers;
    }

    /** Takes a change of the peer's liveness. */
    void hear(Liveness said) {
        heartbeat.hear(said);
    }

    // ---- judging the peer

    /** Whether the peer could have been heard, and was not. */
    boolean deaf() {
        return heartbeat.peerIsSilent();
    }

    /** Returns whether the peer, or this link alone, is dead; for a link that {@link #isPaired}. */
    boolean deaf(PairRound pair, boolean ready) {
        return heartbeat.peersKernelIsSilent()
                || paired.silent(pair.liveness(), ready, heartbeat.liveness().toNanos(), nanoClock.getAsLong());
    }

    /** Restarts every measure of silence: this process stood still and could not listen. */
    void listenAnew() {
        heartbeat.listenAnew();
    }
}
