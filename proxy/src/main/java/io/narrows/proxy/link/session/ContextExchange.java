package io.narrows.proxy.link.session;

import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.proto.Answer;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.EncoderMemory;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Probe;
import io.netty.channel.Channel;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The messages in which each end of a link asks for contexts, or an encoder of pieces, that the other would keep, and grants them. The
 * directions of the link decide what to ask for and what to grant:
 *
 * <pre>
 *  sending end                            receiving end
 *      | ---- OPEN, OPENED, WANT ------------> |  {@link InboundStages#wanted}
 *      | <--- OPEN, OPENED, GRANT ------------ |
 *      | <--- GRANT (lowered), PROBE --------- |  later, when memory is short
 *      | ---- what the grant demands, ANSWER-> |  the peer has read the lowered grant
 * </pre>
 *
 * <p>Used on the link's event loop only.
 */
final class ContextExchange {
    /** Answers that share a segment at most. If many did, a peer that reads none of them would be noticed later. */
    private static final int MOST_UNSENT = 4;

    private final Channel channel;
    private final ControlWriter control;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final LivenessTracker tracker;
    private final LongSupplier nanoClock;
    private List<ContextWindow> grants = List.of();
    private int unsent;

    ContextExchange(
            Channel channel,
            ControlWriter control,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            LivenessTracker tracker,
            LongSupplier nanoClock) {
        this.channel = channel;
        this.control = control;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.tracker = tracker;
        this.nanoClock = nanoClock;
    }

    // ---- while the link is opened

    /** Applies the peer's OPEN, whose answer waits for the target. */
    void received(Open open) throws CorruptFrameException {
        grants = lifecycle.duplex().inbound().wanted(open.getWantsList());
        lifecycle.duplex().outbound().granted(open.getGrantsList());
    }

    /** Returns the grants for OPENED, which answers {@link #received(Open)}. */
    List<ContextWindow> takeGrants() {
        List<ContextWindow> taken = grants;
        grants = List.of();
        return taken;
    }

    /** Applies the peer's OPENED. */
    void received(Opened opened) throws CorruptFrameException {
        lifecycle.duplex().outbound().granted(opened.getGrantsList());
        wanted(opened.getWantsList());
    }

    // ---- while the link is open

    /** Answers the peer's requests for contexts. */
    void wanted(List<ContextWindow> wants) throws CorruptFrameException {
        List<ContextWindow> answers = lifecycle.duplex().inbound().wanted(wants);
        if (!answers.isEmpty()) {
            answers.forEach(this::grant);
            wroteAnswer();
        }
    }

    /** Applies a grant, and answers it if it was lowered. */
    void granted(ContextWindow grant) throws CorruptFrameException {
        long before = control.written();
        lifecycle.duplex().outbound().granted(List.of(grant));
        wroteAnswerSince(before);
    }

    /** Answers the peer's request for an encoder. */
    void wantedEncoder(EncoderMemory want) throws CorruptFrameException {
        long granted = lifecycle.duplex().inbound().wantedEncoder(want.getBytes());
        if (want.getBytes() != 0) {
            control.grantEncoder(granted);
            wroteAnswer();
        }
    }

    /**
     * Counts an answer if messages were written. One that waits behind a frame that is being encoded is not written yet: the sending stream
     * flushes it with that frame.
     *
     * @param before {@linkplain ControlWriter#written messages} that were written before
     */
    private void wroteAnswerSince(long before) {
        if (control.written() != before) {
            wroteAnswer();
        }
    }

    /** Counts an answer of this side, which {@link #sendAnswers} flushes. */
    private void wroteAnswer() {
        unsent++;
        if (unsent == MOST_UNSENT) {
            sendAnswers();
        }
    }

    /** Flushes the answers to the messages of a read: an idle link sends nothing else. */
    void sendAnswers() {
        if (unsent > 0) {
            unsent = 0;
            tracker.flush();
        }
    }

    /** Sends the grants that have changed. Called about once a second while the link is open. */
    void lookAfter() {
        try {
            List<ContextWindow> changed =
                    lifecycle.duplex().inbound().receiving().contexts().lookAfter(nanoClock.getAsLong());
            if (!changed.isEmpty()) {
                changed.forEach(this::grant);
                channel.flush();
            }
        } catch (CorruptFrameException e) {
            closer.fail(e.failure(), e);
        }
    }

    /**
     * Writes a grant. A lowered one is followed by a probe, whose answer shows that the peer has read it, however long
     * its application paused reading.
     */
    private void grant(ContextWindow window) {
        control.grant(window);
        if (window.getLowering() != 0) {
            control.probe(window.getLowering());
        }
    }

    /** Answers a probe of the peer: if it follows a lowered grant, after the answer to the grant itself. */
    void probed(Probe probe) {
        if (!closer.talks()) {
            return;
        }
        int lowering = probe.getLowering();
        long before = control.written();
        if (lowering != 0 && lifecycle.duplexIfTaken() != null) {
            lifecycle.duplex().outbound().sending().inOrder(() -> control.answer(lowering));
        } else {
            control.answer(lowering);
        }
        wroteAnswerSince(before);
    }

    /** Applies the answer to a probe that followed a lowered grant. */
    void answered(Answer answer) {
        if (answer.getLowering() != 0 && lifecycle.duplexIfTaken() != null) {
            lifecycle.duplex().inbound().receiving().contexts().grantsRead(answer.getLowering(), nanoClock.getAsLong());
        }
    }
}
