package io.narrows.proxy.link.session;

import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The input of a link. Reading pauses while the user does not accept more, and the end of the connection takes effect
 * after everything received was delivered. Used on the link's event loop only.
 */
final class InboundFrames implements FrameReader.Sink {
    private final Channel channel;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final ControlDispatch control;
    private final FrameReader reader;
    private final LivenessTracker tracker;
    private final WireCounter wire;
    private final Supplier<TrafficCell> controlCell;
    private final LongSupplier nanoClock;
    private final boolean dialled;
    private final LinkMemoryUse memory;
    private long readAt;
    private long resumedAt;

    /**
     * @param controlCell supplies the cell that the wire bytes of control messages are booked to
     */
    InboundFrames(
            Channel channel,
            LinkTerms terms,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            ControlDispatch control,
            LivenessTracker tracker,
            WireCounter wire,
            Supplier<TrafficCell> controlCell,
            LongSupplier nanoClock,
            LinkMemoryUse memory) {
        this.channel = channel;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.control = control;
        this.reader = new FrameReader(terms.frames(), this);
        this.tracker = tracker;
        this.wire = wire;
        this.controlCell = controlCell;
        this.nanoClock = nanoClock;
        this.dialled = terms.dialled();
        this.memory = memory;
        this.resumedAt = nanoClock.getAsLong();
    }

    // ---- from the connection

    /** Reads bytes from the socket and takes ownership of them. */
    void received(ByteBuf bytes) {
        readAt = nanoClock.getAsLong();
        tracker.heard(readAt);
        try {
            reader.read(channel.alloc(), bytes);
        } catch (CorruptFrameException e) {
            closer.fail(e.failure(), e);
        }
    }

    /** Completes a pass of the event loop. */
    void readComplete() {
        if (lifecycle.ended()) {
            return;
        }
        if (lifecycle.state() == LinkState.OPEN) {
            lifecycle.user().dataComplete();
        }
        if (!lifecycle.ended()) {
            control.sendAnswers();
            if (!closer.isInputEnded()) {
                tracker.listen(accepts());
            }
            memory.count();
            lostWhenDelivered();
        }
    }

    /** Records that the peer has closed its end; received bytes may still wait for the user. */
    void inputEnded() {
        closer.inputEnded();
        lostWhenDelivered();
    }

    private void lostWhenDelivered() {
        boolean working = lifecycle.duplexIfTaken() != null
                && lifecycle.duplex().inbound().isWorking();
        if (closer.isInputEnded() && !reader.heldBack() && !working) {
            closer.lost();
        }
    }

    // ---- by the user

    /** Delivers the bytes that the user did not accept before, and continues reading. */
    void resume() {
        readAt = nanoClock.getAsLong();
        resumedAt = readAt;
        goOn();
    }

    /** Delivers the frames that waited for a frame decoded on a worker. */
    void goOn() {
        if (lifecycle.ended()) {
            return;
        }
        try {
            reader.deliver();
            readComplete();
        } catch (CorruptFrameException e) {
            closer.fail(e.failure(), e);
        } catch (RuntimeException | Error e) {
            closer.fail(Failure.INTERNAL, e); // the caller would swallow it
        }
    }

    /** Returns for how long reading was not held back, in nanoseconds; 0 if it is. */
    long readingNanos() {
        return accepts() ? nanoClock.getAsLong() - resumedAt : 0;
    }

    @Override
    public boolean accepts() {
        return switch (lifecycle.state()) {
            case READY -> true;
            case OPENING -> dialled;
            case OPEN ->
                !lifecycle.duplex().inbound().holdsBack()
                        && (closer.isFinReceived() || lifecycle.user().accepts());
            case CLOSED -> false;
        };
    }

    @Override
    public void frame(int head, ByteBuf payload, long check) throws CorruptFrameException {
        switch (FrameDescriptor.kind(head)) {
            case FrameDescriptor.KIND_DATA -> {
                beforeData(head);
                lifecycle.duplex().inbound().receive(head, payload, check, readAt);
            }
            case FrameDescriptor.KIND_TAUGHT -> {
                beforeData(head);
                lifecycle.duplex().inbound().receiveTaught(head, payload, check, readAt);
            }
            case FrameDescriptor.KIND_CONTROL -> {
                wire.bookReceived(controlCell.get(), reader.keptBytes());
                verify(check);
                control.dispatch(ControlMessages.parse(payload));
            }
            default ->
                throw new CorruptFrameException(
                        "unknown frame kind: " + FrameDescriptor.kind(head) + " (expected: 0-2)");
        }
    }

    private void verify(long check) throws CorruptFrameException {
        if (check != ContentCheck.NONE) {
            if (lifecycle.duplexIfTaken() != null) {
                lifecycle.duplex().inbound().receiving().verify(check);
            } else if (!ContentCheck.agrees(check, 0)) {
                throw new CorruptFrameException("frame with a content checksum before any content");
            }
        }
    }

    private void beforeData(int head) throws CorruptFrameException {
        if (closer.isFinReceived() || lifecycle.state() != LinkState.OPEN) {
            throw new CorruptFrameException(
                    "data frame on a link that is " + (closer.isFinReceived() ? "finished" : lifecycle.state()));
        }
        wire.bookReceived(lifecycle.duplex().inbound().receiving().cell(head), reader.keptBytes());
    }

    /** Returns the bytes of memory that are pinned by what waits here. */
    int pinnedBytes() {
        return reader.pinnedBytes();
    }

    void close() {
        reader.close();
    }
}
