package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending direction of a link, which turns app bytes into frames, in order. The bytes of one read are sent as one
 * frame, or as several if they exceed the codec's maximum, unless the policy lets bytes linger for more. Short reads
 * that wait in the queue share a frame.
 *
 * <p>A frame that is slow to encode is encoded on a worker, so that the other links of the event loop are not delayed.
 * Later bytes of this link wait in a queue:
 *
 * <pre>
 *   send ---> (queue empty, cheap) -----------------------> encode, write
 *        \--> (slow) ------------> encode on a worker ----> write
 *         \-> (one is encoding) -> queue ---- when it is done, the next
 * </pre>
 *
 * <p>Used on the link's event loop only. At most one frame is being encoded on a worker, which then has exclusive use
 * of the context.
 */
public final class SendingStream {
    /** Receives the events of the stream that happen outside of its methods. */
    public interface Listener {
        /** Reports that frames were written. */
        void wrote();

        /** Reports a failure outside of any caller: lingering bytes, or bytes encoded on a worker, could not be sent. */
        void failed(Throwable cause);
    }

    private final Channel channel;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private final Listener listener;
    private final FrameSender frames;
    private final FramePlanner planner;
    private final Lingering lingering;
    private final SendQueue queue;
    private boolean encoding;
    private boolean congested;
    private boolean closed;

    /**
     * @param workers run the encoding of slow frames
     * @param nanoClock clock in nanoseconds
     */
    public SendingStream(
            Channel channel, FrameSender frames, Executor workers, LongSupplier nanoClock, Listener listener) {
        this.channel = channel;
        this.frames = frames;
        this.planner = frames.planner();
        this.workers = workers;
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.queue = new SendQueue(channel);
        this.lingering = new Lingering(channel, this::lingerElapsed);
    }

    /**
     * Sends app bytes and takes ownership of them. The caller flushes; bytes written later are flushed here.
     *
     * @param readAt when the bytes were read, on the nano clock
     */
    public void send(ByteBuf app, long readAt) {
        boolean lingers;
        try {
            lingers = mayLinger(app);
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
        if (lingers) {
            lingering.add(app, readAt, planner.policy().lingerNanos());
        } else {
            sendInFrames(app, readAt);
        }
    }

    /**
     * Returns whether the active policy lets the bytes wait for more. Sends the lingering bytes if these do not linger
     * or do not fit.
     */
    private boolean mayLinger(ByteBuf app) {
        if (idle()) {
            planner.followPolicy();
        }
        boolean lingers = planner.policy().lingerNanos() > 0 && app.readableBytes() < MAX_APP_BYTES;
        if (!lingers || !lingering.hasRoomFor(app)) {
            sendLingering();
        }
        return lingers;
    }

    /** Closes the direction after everything sent before. */
    public void finish(Runnable finished) {
        after(() -> {
            frames.fin();
            finished.run();
        });
    }

    /** Applies a different class to bytes sent from now on. */
    public void reclassify(TrafficClass trafficClass) {
        after(() -> planner.reclassify(trafficClass));
    }

    /** Runs an action after everything sent before, lingering bytes included; immediately if nothing waits. */
    public void after(Runnable action) {
        sendLingering();
        inOrder(action);
    }

    /** Returns the formats of pieces that the active policy unpacks. */
    public Set<PackedFormat> unpacks() {
        if (idle()) {
            planner.followPolicy();
        }
        return planner.policy().unpack();
    }

    /** Returns whether the next frame would probably be compressed, and not sent raw for lack of a context. */
    public boolean compresses() {
        return planner.compresses();
    }

    /**
     * Returns whether to unpack a piece: not if earlier ones of its format took more bytes on the link than the application sent. Otherwise,
     * it counts as one that goes as it is.
     */
    public boolean unpackingGains(PackedFormat format, int bytes) {
        return planner.unpacked().allows(format, bytes);
    }

    /**
     * Records a piece in content that follows.
     *
     * @param from its offset in all content
     * @param carried its bytes in the content
     * @param original its bytes as the application sent them
     */
    public void unpacked(PackedFormat format, long from, int carried, int original) {
        planner.unpacked().unpacked(format, from, carried, original);
    }

    /** Writes the message that says whether content is carried from here on, after everything sent before. */
    public void carries(boolean carried) {
        after(() -> frames.carries(carried));
    }

    /** Records by how many bytes the content to come is longer than what the application sent. */
    public void surplus(int bytes) {
        frames.surplus(bytes);
    }

    /** Applies a change of the codecs that the peer decodes, after all frames that are encoding. */
    public void renegotiated(LinkTerms now) {
        inOrder(() -> planner.renegotiated(now));
    }

    /** Returns the contexts that this side would like to send, for the message that opens the link. */
    public List<ContextWindow> askAhead() {
        return planner.askAhead();
    }

    /** Returns the contexts to request in the answer to the message that opens the link. */
    public List<ContextWindow> askBehind() {
        return planner.askBehind();
    }

    /** Returns the specification that the policy requests. */
    public CodecSpec wanted() {
        return planner.wanted();
    }

    /** Applies a grant of the peer, between frames. */
    public void granted(Codec codec, ContextWindow message, @Nullable CodecSpec grant) {
        inOrder(() -> planner.granted(codec, message, grant));
    }

    /** Returns the window of the context in use, as a base-two logarithm of bytes; 0 for none. */
    public int windowLog() {
        return planner.windowLog();
    }

    /** Returns whether reading from the application should pause. */
    public boolean congested() {
        return congested;
    }

    public TrafficClass trafficClass() {
        return planner.policy().trafficClass();
    }

    public Codec codec() {
        return planner.codec();
    }

    /** Returns why the link uses a faster codec than its policy requests; null if it does not. */
    public @Nullable StepDownReason steppedDown() {
        return planner.steppedDown();
    }

    /** Frees contexts and history that were idle for that long; returns whether to flush. */
    public boolean lookAfter(long nanos, long now) {
        return idle() && planner.lookAfter(nanos, now);
    }

    /** Returns the memory of contexts, queued and lingering bytes. */
    public long memoryBytes() {
        return planner.memoryBytes() + waitingBytes();
    }

    /** Returns the memory of the contexts that are on the Java heap, without a probe's, in bytes. */
    public long heapBytes() {
        return planner.heapBytes();
    }

    /** Returns the memory pinned by queued and lingering bytes. */
    public long waitingBytes() {
        return queue.pinnedBytes() + lingering.memoryBytes();
    }

    /** Discards unwritten bytes. A context in use on a worker is freed when the worker is done. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        lingering.close();
        queue.clear();
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
            listener.failed(e); // the caller would swallow it
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
        int longest = planner.longest();
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
     * Sends or queues bytes and takes ownership of them.
     *
     * @param behind number of bytes that follow immediately
     */
    private void submit(ByteBuf app, long readAt, int behind) {
        if (idle()) {
            sendFrame(app, readAt, behind == 0 ? 0 : app.readableBytes() + behind);
        } else {
            queue.add(app, readAt);
            if (queue.bytes() >= channel.config().getWriteBufferHighWaterMark()) {
                congested = true;
                planner.queueFull();
            }
        }
    }

    /** Runs an action after everything that waits to be encoded, immediately if nothing does. */
    public void inOrder(Runnable action) {
        if (idle()) {
            action.run();
        } else {
            queue.add(action);
        }
    }

    /** Returns how many actions wait for a frame that is encoding. */
    public int pendingActions() {
        return queue.actions();
    }

    /**
     * Sends or encodes a frame, and takes ownership of the bytes.
     *
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
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
            frames.sendEncoded((FramePlan.Encode) plan, app, Objects.requireNonNull(encoded), readAt);
        }
    }

    private EncodedFrame encode(FramePlan.Encode plan, ByteBuf app) {
        if (plan.isNoticeable(app.readableBytes())) {
            channel.flush();
        }
        return frames.encode(plan, app);
    }

    /** Hands a frame to a worker; if no worker accepts it, the caller keeps ownership of the bytes. */
    private void submitOffLoop(FramePlan.Encode plan, ByteBuf app, long readAt) {
        encoding = true;
        planner.submittedOffLoop();
        queue.beginEncoding(app);
        long since = nanoClock.getAsLong();
        try {
            workers.execute(() -> encodeOffLoop(plan, app, readAt, since));
        } catch (RuntimeException | Error e) {
            encoding = false;
            queue.endEncoding(app);
            throw e;
        }
    }

    /**
     * Runs on a worker. An event loop that has ended accepts no more tasks, and makes no further calls to this stream.
     */
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

    private void encodedOffLoop(
            FramePlan.Encode plan,
            ByteBuf app,
            @Nullable EncodedFrame encoded,
            @Nullable Throwable cause,
            long readAt) {
        if (closed) {
            discard(app, encoded);
            return;
        }
        encoding = false;
        queue.endEncoding(app);
        if (encoded == null) {
            app.release();
            listener.failed(Objects.requireNonNull(cause));
            return;
        }
        try {
            frames.sendEncoded(plan, app, encoded, readAt);
            while (!encoding && !queue.isEmpty()) {
                sendNext();
            }
            if (!closed) {
                wroteLater();
            }
        } catch (RuntimeException | Error e) {
            listener.failed(e); // the caller would swallow it
        }
    }

    private void wroteLater() {
        congested &= queue.bytes() > channel.config().getWriteBufferLowWaterMark();
        if (idle()) {
            planner.queueEmpty();
        }
        channel.flush();
        listener.wrote();
    }

    private void sendNext() {
        long waiting = queue.bytes();
        SendQueue.Step step = queue.remove();
        if (step instanceof SendQueue.Step.Send send) {
            sendFrame(send.app(), send.readAt(), waiting);
        } else if (step instanceof SendQueue.Step.Act act) {
            act.action().run();
        }
    }

    private void discard(ByteBuf app, @Nullable EncodedFrame encoded) {
        app.release();
        if (encoded != null) {
            encoded.framed().release();
        }
        frames.close();
    }
}
