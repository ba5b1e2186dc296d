package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * The sending direction of a link: app bytes become frames, in their order. What one read brought goes out as one frame,
 * or some where that is longer than a frame of the codec may be, unless the policy lets bytes linger for more. Short reads that wait in the
 * queue share a frame.
 *
 * <p>A frame that is slow to encode is encoded on a thread of its own, so that the other links of the event loop are not
 * held up. Whatever follows on this link waits in a queue behind it:
 *
 * <pre>
 *   send ---> (queue empty, cheap) -----------------------> encode, write
 *        \--> (slow) ------------> encode on a worker ----> write
 *         \-> (one is encoding) -> queue ---- when it is done, the next
 * </pre>
 *
 * <p>Used on the link's event loop only. At most one frame is encoding, and only that touches the context then.
 */
final class SendingStream {
    /** Queued bytes that fill no more than one part in this many of their buffer move to a buffer of their size. */
    private static final int FITTING_PART = 2;

    /** Queued bytes join those before them while both fit in a frame of this size: few enough to copy. */
    static final int JOINED_BYTES = 4 * 1024;

    /** What waits for its turn: app bytes, or something to do between them. */
    private sealed interface Step {
        record Send(ByteBuf app, long readAt) implements Step {}

        record Act(Runnable action) implements Step {}
    }

    /** What the stream tells the link when it went on by itself. */
    interface Listener {
        /** Frames were written. */
        void wrote();

        /** What nobody was above to see: bytes that lingered, or were encoded aside, could not be sent. */
        void failed(Throwable cause);
    }

    private final Channel channel;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private final Listener listener;
    private final FrameSender frames;
    private final Lingering lingering;
    private final Deque<Step> queue = new ArrayDeque<>();
    private boolean encoding;
    private boolean congested;
    private boolean closed;
    private int queuedActions;
    private long queuedBytes;
    private long pinnedBytes;

    /**
     * @param workers where slow frames are encoded
     * @param nanoClock in nanoseconds
     */
    SendingStream(Channel channel, FrameSender frames, Executor workers, LongSupplier nanoClock, Listener listener) {
        this.channel = channel;
        this.frames = frames;
        this.workers = workers;
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.lingering = new Lingering(channel, this::lingerElapsed);
    }

    /**
     * Sends app bytes and takes their ownership. Flushing is the caller's; what is written later is flushed here.
     *
     * @param readAt when the bytes were read, by the nano clock
     */
    void send(ByteBuf app, long readAt) {
        boolean lingers;
        try {
            lingers = mayLinger(app);
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
        if (lingers) {
            lingering.add(app, readAt, frames.policy().lingerNanos());
        } else {
            sendInFrames(app, readAt);
        }
    }

    /** Whether bytes wait for more, by the policy in force; sends those that they cannot wait with. */
    private boolean mayLinger(ByteBuf app) {
        if (idle()) {
            frames.followPolicy();
        }
        boolean lingers = frames.policy().lingerNanos() > 0 && app.readableBytes() < MAX_APP_BYTES;
        if (!lingers || !lingering.hasRoomFor(app)) {
            sendLingering();
        }
        return lingers;
    }

    /** Closes the direction behind all that was sent. */
    void finish(Runnable finished) {
        sendLingering();
        inOrder(() -> {
            frames.fin();
            finished.run();
        });
    }

    /** Takes another class, behind all that was sent. */
    void reclassify(TrafficClass trafficClass) {
        sendLingering();
        inOrder(() -> frames.reclassify(trafficClass));
    }

    /** Takes what the peer decodes by now, behind all that is encoding. */
    void renegotiated(Session now) {
        inOrder(() -> frames.renegotiated(now));
    }

    /** Returns the contexts that this side would like to send, for the message that opens the link. */
    List<ContextWindow> askAhead() {
        return frames.askAhead();
    }

    /** Returns the contexts to ask for in the message that answers it. */
    List<ContextWindow> askBehind() {
        return frames.askBehind();
    }

    /** The specification that the policy asks for. */
    CodecSpec wanted() {
        return frames.wanted();
    }

    /** Takes what the peer grants, between frames. */
    void granted(Codec codec, ContextWindow message, CodecSpec grant) {
        inOrder(() -> frames.granted(codec, message, grant));
    }

    /** The window of the context in use, as a base-two logarithm of bytes; 0 for none. */
    int windowLog() {
        return frames.windowLog();
    }

    /** Whether the application is to be read no further for now. */
    boolean congested() {
        return congested;
    }

    TrafficClass trafficClass() {
        return frames.policy().trafficClass();
    }

    Codec codec() {
        return frames.codec();
    }

    /** Why the link uses a faster codec than its policy asks for, or null when it does not. */
    StepDownReason steppedDown() {
        return frames.steppedDown();
    }

    /** Frees what was not used for long; true when there is something to flush. */
    boolean lookAfter(long nanos, long now) {
        return idle() && frames.lookAfter(nanos, now);
    }

    /** Memory that contexts, queued and lingering bytes take. */
    long memoryBytes() {
        return frames.memoryBytes() + waitingBytes();
    }

    /** Memory that queued and lingering bytes pin. */
    long waitingBytes() {
        return pinnedBytes + lingering.memoryBytes();
    }

    /** Drops what was not written. A context that is in use on a worker is freed when that is done. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        lingering.close();
        for (Step step : queue) {
            if (step instanceof Step.Send send) {
                send.app().release();
            }
        }
        queue.clear();
        queuedBytes = 0;
        pinnedBytes = 0;
        if (!encoding) {
            frames.close();
        }
    }

    private boolean idle() {
        return !encoding && queue.isEmpty();
    }

    private void lingerElapsed() {
        try {
            sendLingering();
        } catch (RuntimeException | Error e) {
            listener.failed(e); // nobody calls this who could see it
            return;
        }
        channel.flush();
    }

    private void sendLingering() {
        if (!lingering.isEmpty()) {
            sendInFrames(lingering.take(), lingering.since());
        }
    }

    private void sendInFrames(ByteBuf app, long readAt) {
        int longest = frames.longest();
        while (app.readableBytes() > longest) {
            ByteBuf part = app.readRetainedSlice(longest);
            try {
                submit(part, readAt, app.readableBytes());
            } catch (RuntimeException | Error e) {
                app.release();
                throw e;
            }
        }
        submit(app, readAt, 0);
    }

    /**
     * Takes the ownership of the bytes.
     *
     * @param behind how many bytes follow at once
     */
    private void submit(ByteBuf app, long readAt, int behind) {
        if (idle()) {
            sendFrame(app, readAt, behind == 0 ? 0 : app.readableBytes() + behind);
        } else {
            enqueue(app, readAt);
            if (queuedBytes >= channel.config().getWriteBufferHighWaterMark()) {
                congested = true;
                frames.queueFull();
            }
        }
    }

    private void enqueue(ByteBuf app, long readAt) {
        int length = app.readableBytes();
        if (queue.peekLast() instanceof Step.Send last && last.app().readableBytes() + length <= JOINED_BYTES) {
            pinnedBytes -= last.app().capacity();
            try {
                last.app().writeBytes(app);
            } finally {
                pinnedBytes += last.app().capacity();
                app.release();
            }
        } else {
            ByteBuf waiting = fitted(app);
            queue.add(new Step.Send(waiting, readAt));
            pinnedBytes += waiting.capacity();
        }
        queuedBytes += length;
    }

    /** Does something behind all that waits to be encoded; at once when nothing does. */
    void inOrder(Runnable action) {
        if (idle()) {
            action.run();
        } else {
            queue.add(new Step.Act(action));
            queuedActions++;
        }
    }

    /** Returns how many actions wait for a frame that is encoding. */
    int pendingActions() {
        return queuedActions;
    }

    /**
     * Queued bytes are counted by their number, so few of them must not pin a large buffer. Those that others may join get a buffer that
     * can grow.
     */
    private ByteBuf fitted(ByteBuf app) {
        int length = app.readableBytes();
        if (length >= JOINED_BYTES && length > app.capacity() / FITTING_PART) {
            return app;
        }
        try {
            return channel.alloc().directBuffer(length).writeBytes(app);
        } finally {
            app.release();
        }
    }

    /**
     * Takes the ownership of the bytes.
     *
     * @param waiting how many bytes wait, these included; 0 when they are alone and came at once
     */
    private void sendFrame(ByteBuf app, long readAt, long waiting) {
        FramePlan plan;
        EncodedFrame encoded = null;
        try {
            plan = frames.plan(app, readAt, waiting);
            if (plan instanceof FramePlan.Encode encode) {
                if (encode.isSlow(Math.max(app.readableBytes(), waiting))) {
                    submitOffLoop(encode, app, readAt);
                    return;
                }
                encoded = encode(encode, app);
            }
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
        if (plan instanceof FramePlan.Raw raw) {
            frames.sendRaw(app, raw.reason(), readAt);
        } else {
            frames.sendEncoded((FramePlan.Encode) plan, app, encoded, readAt);
        }
    }

    private EncodedFrame encode(FramePlan.Encode plan, ByteBuf app) {
        if (plan.isNoticeable(app.readableBytes())) {
            channel.flush();
        }
        return frames.encode(plan, app);
    }

    /** Hands a frame to a worker; the bytes are the caller's again if none takes it. */
    private void submitOffLoop(FramePlan.Encode plan, ByteBuf app, long readAt) {
        encoding = true;
        frames.submittedOffLoop();
        queuedBytes += app.readableBytes();
        pinnedBytes += app.capacity();
        long since = nanoClock.getAsLong();
        try {
            workers.execute(() -> encodeOffLoop(plan, app, readAt, since));
        } catch (RuntimeException | Error e) {
            encoding = false;
            queuedBytes -= app.readableBytes();
            pinnedBytes -= app.capacity();
            throw e;
        }
    }

    /** Runs on a worker. An event loop that has ended takes no more tasks, and calls nothing else here. */
    private void encodeOffLoop(FramePlan.Encode plan, ByteBuf app, long readAt, long since) {
        EncodedFrame encoded = null;
        Throwable failure = null;
        try {
            encoded = frames.encodeOffLoop(plan, app, since);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        EncodedFrame made = encoded;
        Throwable cause = failure;
        try {
            channel.eventLoop().execute(() -> encodedOffLoop(plan, app, made, cause, readAt));
        } catch (RejectedExecutionException e) {
            discard(app, made);
        }
    }

    private void encodedOffLoop(FramePlan.Encode plan, ByteBuf app, EncodedFrame encoded, Throwable cause, long readAt) {
        if (closed) {
            discard(app, encoded);
            return;
        }
        encoding = false;
        queuedBytes -= app.readableBytes();
        pinnedBytes -= app.capacity();
        if (encoded == null) {
            app.release();
            listener.failed(cause);
            return;
        }
        try {
            frames.sendEncoded(plan, app, encoded, readAt);
            while (!encoding && !queue.isEmpty()) {
                take(queue.poll());
            }
            if (!closed) {
                wroteLater();
            }
        } catch (RuntimeException | Error e) {
            listener.failed(e); // nobody calls this who could see it
        }
    }

    private void wroteLater() {
        congested &= queuedBytes > channel.config().getWriteBufferLowWaterMark();
        if (idle()) {
            frames.queueEmpty();
        }
        channel.flush();
        listener.wrote();
    }

    private void take(Step step) {
        if (step instanceof Step.Send send) {
            long waiting = queuedBytes;
            queuedBytes -= send.app().readableBytes();
            pinnedBytes -= send.app().capacity();
            sendFrame(send.app(), send.readAt(), waiting);
        } else if (step instanceof Step.Act act) {
            queuedActions--;
            act.action().run();
        }
    }

    private void discard(ByteBuf app, EncodedFrame encoded) {
        app.release();
        if (encoded != null) {
            encoded.framed().release();
        }
        frames.close();
    }
}
