package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.GrpcMessages;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.context.SendingGrants;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.ContentChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Plans, encodes and writes frames according to this side's policy. Used on the link's event loop only, except for
 * {@link #encodeOffLoop}; handles one frame at a time.
 */
public final class FrameSender {
    private static final long CHECK_EVERY_BYTES = 1 << 20;

    /** Nanoseconds from reading to encoding; a frame that waits with others and would take longer uses a faster encoding. */
    private static final long LONGEST_DELAY = 1_000_000;

    /** Nanoseconds between long frames that use the slow codec although they seem too late for it, to measure its speed. */
    private static final long TRIAL_INTERVAL = 100_000_000;

    /** Nanoseconds after which a policy with varying conditions is re-evaluated. */
    static final long DECISION_INTERVAL = 1_000_000_000;

    private final LinkEnvironment environment;
    private LinkTerms terms;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final ContentChecksum content = new ContentChecksum();
    private final FrameCompressor compressor;
    private final SendingGrants grants;
    private final SendingContexts contexts;
    private final LinkHistory history;
    private final LinkTap.Connection tap;
    private final FullQueue queue = new FullQueue();
    private final Ladder ladder;
    private final Bypass bypass;
    private final ShortFrames shortFrames = new ShortFrames();
    private final GrpcMessages grpc;
    private final LongAdder overloadFrames;
    private final LongAdder level0Frames;
    private final Map<RawReason, LongAdder> rawFrames = new EnumMap<>(RawReason.class);

    private SendingPolicy policy;
    private long decidedAt;
    private long measuredAt;
    private long uncheckedBytes;
    private final UnpackedGains unpacked = new UnpackedGains();
    private long surplus;

    /** @param tap chooses the codec if the policy leaves that to the sidecar */
    public FrameSender(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            LinkHistory history,
            LinkTap.Connection tap) {
        this.environment = environment;
        this.tap = tap;
        this.terms = terms;
        this.channel = channel;
        this.frames = frames;
        this.control = control;
        this.history = history;
        this.grants = new SendingGrants(terms, control, environment.nanoClock());
        this.contexts = new SendingContexts(
                environment.contexts(),
                terms.peer(),
                grants,
                channel,
                environment.nanoClock(),
                control,
                terms.decodesLevel0());
        this.compressor = new FrameCompressor(channel, environment.nanoClock());
        this.bypass = new Bypass(environment.contexts(), terms.peer());
        this.overloadFrames = environment.events().overloadFrames(terms.peer());
        this.level0Frames = environment.events().level0Frames(terms.peer());
        this.grpc = new GrpcMessages(terms.dialled() ? Side.CONNECTING : Side.ANSWERING);
        this.policy = SendingPolicy.decide(environment, terms, trafficClass, tap);
        this.ladder = new Ladder(policy);
        this.decidedAt = now();
        this.measuredAt = now() - TRIAL_INTERVAL;
    }

    /** Re-evaluates the policy if it was replaced, if a varying condition may have changed, or if another codec was chosen. */
    void followPolicy() {
        boolean mayDiffer = !policy.isConstant() && now() - decidedAt >= DECISION_INTERVAL;
        if (mayDiffer
                || !tap.isCurrent(policy.requested())
                || policy.decidedBy() != environment.live().current()) {
            reclassify(policy.trafficClass());
        }
    }

    /** Applies a different traffic class, and the active policy for it. */
    void reclassify(TrafficClass trafficClass) {
        SendingPolicy before = policy;
        SendingPolicy.Encoding inUse = inUse();
        policy = SendingPolicy.decide(environment, terms, trafficClass, tap);
        decidedAt = now();
        policy = policy.after(inUse, terms, environment.codecs());
        if (!policy.wanted().spec().equals(before.wanted().spec())) {
            queue.reset();
            ladder.reset(policy);
            shortFrames.reset();
            unpacked.reset();
        } else {
            ladder.follow(policy);
        }
        contexts.keepOnly(policy.specs());
    }

    /** Applies a change of the codecs that the peer decodes; frees contexts of other codecs. */
    void renegotiated(LinkTerms now) {
        terms = now;
        contexts.hasLevel0(now.decodesLevel0());
        reclassify(policy.trafficClass());
    }

    SendingPolicy policy() {
        return policy;
    }

    /** Returns the codec of the next frame: the policy's, or the one that the link has stepped down to. */
    Codec codec() {
        return inUse().spec().codec();
    }

    private SendingPolicy.Encoding inUse() {
        return policy.previous().orElseGet(ladder::encoding);
    }

    /** Returns whether the next frame would probably be compressed: the codec in use has a context. */
    boolean compresses() {
        return contexts.has(codec());
    }

    /** Returns the maximum app bytes of a frame. */
    int longest() {
        return policy.hasFaster() && ladder.reason() == null
                ? FrameDescriptor.SLOW_FRAME_BYTES
                : FrameDescriptor.MAX_APP_BYTES;
    }

    /** Returns why the link has stepped down; null if it has not. */
    @Nullable
    StepDownReason steppedDown() {
        return ladder.reason();
    }

    /** Returns the contexts that this side would like to send, for the message that opens the link. */
    List<ContextWindow> askAhead() {
        return grants.askAhead(policy.wanted().spec());
    }

    /** Returns the contexts to request in the answer to the message that opens the link. */
    List<ContextWindow> askBehind() {
        return grants.askBehind(policy.wanted().spec(), policy.specs());
    }

    /** Returns the specification that the policy requests. */
    CodecSpec wanted() {
        return policy.wanted().spec();
    }

    /** Applies a grant of the peer. */
    void granted(Codec codec, ContextWindow message, @Nullable CodecSpec grant) {
        contexts.granted(codec, message, grant);
    }

    /** Returns the window of the context in use, as a base-two logarithm of bytes; 0 for none. */
    int windowLog() {
        return contexts.windowLog(codec());
    }

    /** Records that a frame is being encoded on another thread. */
    void submittedOffLoop() {
        contexts.busy(true);
    }

    /** Records that the queue of the encoder is full. */
    void queueFull() {
        long now = now();
        ladder.queueFull(now);
        queue.full(now);
        if (queue.lasts(now)) {
            overloaded();
        }
    }

    /** Records that the queue of the encoder is empty. */
    void queueEmpty() {
        long now = now();
        ladder.queueEmpty(now);
        queue.empty(now);
    }

    /**
     * Plans a frame before anything is compressed. Call once for each frame, in order, then call {@link #sendRaw}, or
     * {@link #encode} and {@link #sendEncoded}.
     *
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
     */
    FramePlan plan(ByteBuf app, long readAt, long waiting) {
        followPolicy();
        content.update(app);
        grpc.watch(app);
        RawReason reason = rawReason(app);
        return reason != null ? new FramePlan.Raw(reason) : planEncoding(app.readableBytes(), readAt, waiting);
    }

    /** Returns why no codec is tried, because of the policy or of the content so far; null if one is tried. */
    private @Nullable RawReason rawReason(ByteBuf app) {
        if (!policy.compresses()) {
            return policy.rawReason();
        }
        if (app.readableBytes() < policy.minSize()) {
            return RawReason.TOO_SMALL;
        }
        if (grpc.compressed() && policy.unpack().isEmpty()) { // otherwise, it has read plain text instead of frames
            return RawReason.GRPC_COMPRESSED;
        }
        if (bypass.active()) {
            CodecSpec spec = policy.encoding(true).spec();
            policy.wanted().cell().cpu(bypass.passed(channel.alloc(), app, spec, now()));
            return RawReason.INCOMPRESSIBLE;
        }
        return shortFrames.takeRaw(app.readableBytes()) ? RawReason.GROWS : null;
    }

    /** Chooses codec, context and history of a frame; raw if there is no memory for a context. */
    private FramePlan planEncoding(int bytes, long readAt, long waiting) {
        judge(bytes);
        SendingPolicy.Encoding encoding = ladder.encoding();
        SendingContext context = contexts.of(encoding.context());
        if (context == null && !encoding.context().equals(policy.wanted().context())) { // not granted yet
            encoding = policy.lowerLevel().orElse(policy.wanted());
            context = contexts.of(encoding.context());
        }
        if (context == null && policy.previous().isPresent()) {
            if (contexts.refusal() == RawReason.NO_GRANT) { // until the chosen codec is granted
                encoding = policy.previous().get();
                context = contexts.of(encoding.context());
            } else {
                dropPrevious(); // its memory is needed
                context = contexts.of(encoding.context());
            }
        }
        if (context == null) {
            return new FramePlan.Raw(contexts.refusal());
        }
        long deadline = readAt + policy.lingerNanos() + LONGEST_DELAY;
        boolean isSubstitute = false;
        if (waiting > 0
                && ladder.judges(encoding)
                && !isTrial(encoding, context, bytes)
                && isLate(context.cost(encoding.atLowerLevel()), bytes, 0, deadline)) {
            ladder.late(encoding);
            SendingContext faster =
                    encoding == policy.wanted() ? contexts.of(policy.faster().context()) : null;
            if (faster != null) {
                encoding = policy.faster();
                context = faster;
                isSubstitute = true;
                if (!encoding.atLowerLevel()) {
                    overloadFrames.increment();
                }
            }
        }
        boolean sharesHistory = policy.sharedHistory() && context.codec().sharesHistory();
        boolean learns = sharesHistory
                && context.begun()
                && !(waiting > 0
                        && isLate(
                                context.cost(encoding.atLowerLevel()),
                                bytes,
                                history.consumer().due(bytes, now()),
                                deadline));
        return new FramePlan.Encode(
                encoding,
                context,
                learns ? history.consumer().references(bytes, now()) : List.of(),
                sharesHistory,
                ladder.judges(encoding) && bytes >= StepDown.SMALLEST_JUDGED,
                isSubstitute);
    }

    private void dropPrevious() {
        policy = policy.arrived();
        contexts.keepOnly(policy.specs());
    }

    /** Reports that the codec in use is too slow, unless another one was chosen just now, which the peer may yet grant. */
    private void overloaded() {
        if (policy.previous().isEmpty() || now() - decidedAt >= DECISION_INTERVAL) {
            tap.overloaded(policy.requested());
        }
    }

    /** Steps down or back when due. Frees the context of the overload codec when it is no longer needed. */
    private void judge(int bytes) {
        int before = ladder.depth();
        if (ladder.stepsDown(bytes, now())) {
            StepDownReason reason = Objects.requireNonNull(ladder.reason());
            environment.events().stepDown(terms.peer(), reason);
            if (reason == StepDownReason.QUEUE) {
                overloaded();
            }
        }
        if (ladder.depth() < before && policy.overloadCodec().isPresent()) {
            contexts.release(policy.encoding(true).spec().codec());
        }
    }

    /**
     * Returns whether a frame would be encoded after its deadline.
     *
     * @param learnt bytes to learn before the frame
     */
    private boolean isLate(CodingCost cost, int bytes, long learnt, long deadline) {
        double forecast = (bytes + learnt / (double) HistoryReference.CHEAPER) * cost.nanosPerByte();
        return now() - deadline + forecast > 0;
    }

    /** Returns whether a frame is encoded to measure the slow codec, even if it will be late. */
    private boolean isTrial(SendingPolicy.Encoding encoding, SendingContext context, int bytes) {
        return encoding == policy.wanted() && context.cost(false).isLong(bytes) && now() - measuredAt >= TRIAL_INTERVAL;
    }

    /** Encodes app bytes, which remain the caller's property. */
    EncodedFrame encode(FramePlan.Encode plan, ByteBuf app) {
        return encodeOffLoop(plan, app, now());
    }

    /**
     * Encodes app bytes on another thread; no other method may be called until it is done.
     *
     * @param since when encoding was requested, on the nano clock
     */
    EncodedFrame encodeOffLoop(FramePlan.Encode plan, ByteBuf app, long since) {
        return compressor.encode(plan, app, terms.frames() == FrameForm.CONTENT_CHECKED, since);
    }

    /** Sends an encoded frame, and takes ownership of both buffers. */
    void sendEncoded(FramePlan.Encode plan, ByteBuf app, EncodedFrame encoded, long readAt) {
        SendingContext context = plan.context();
        ByteBuf framed = encoded.framed();
        contexts.busy(false);
        context.used(readAt);
        if (encoded.effort() != null) {
            ladder.encoded(plan.encoding(), encoded.effort());
        }
        int in = app.readableBytes();
        int out = framed.writerIndex() - MAX_HEADER_BYTES;
        if (plan.encoding() == policy.wanted() && plan.cost().isLong(in)) {
            measuredAt = encoded.endedAt();
        }
        if (plan.atLowerLevel()) {
            level0Frames.increment();
        }
        bypass.compressed(in, out, readAt);
        if (policy.previous().isPresent()
                && plan.encoding().context().equals(policy.wanted().context())) {
            dropPrevious();
        }
        if (context.forgetful() && out >= in) {
            framed.release();
            sendRaw(app, RawReason.NO_GAIN, readAt);
            return;
        }
        if (!context.forgetful()) {
            if (encoded.beginsContext()) {
                shortFrames.beginContext();
            }
            shortFrames.encoded(in, out);
        }
        try {
            share(plan, app);
        } catch (RuntimeException | Error e) {
            framed.release();
            throw e;
        } finally {
            app.release();
        }
        TrafficCell cell = plan.encoding().cell();
        frames.carries(cell, appBytes(in, out));
        contexts.sent(context.codec());
        frames.content(content.value());
        frames.write(
                context.nextHead(!plan.references().isEmpty()), framed, encoded.learnt(), cell, timed(readAt, out));
        environment.prepare(context.preparation());
        checkNowAndThen(in);
    }

    /** Keeps a frame's content as history for the peer's frames. */
    private void share(FramePlan.Encode plan, ByteBuf app) {
        if (plan.sharesHistory()) {
            history.sent().sends(app);
        } else if (plan.context().codec().sharesHistory()) {
            history.sent().pause();
        }
    }

    /** Sends app bytes raw and takes ownership of them. */
    void sendRaw(ByteBuf app, RawReason reason, long readAt) {
        int length = app.readableBytes();
        rawFrames(reason).increment();
        frames.carries(policy.raw(), appBytes(length, length));
        frames.content(content.value());
        frames.writeRaw(FrameDescriptor.data(Codec.NONE, false), app, policy.raw(), timed(readAt, length));
        checkNowAndThen(length);
    }

    /** Writes the message that says whether content is carried from here on. */
    void carries(boolean carried) {
        control.carried(carried);
        content.carries(carried);
        frames.content(content.value());
    }

    /** Records by how many bytes the content to come is longer than what the application sent. */
    void surplus(int bytes) {
        surplus += bytes;
    }

    /** Returns the app bytes of a frame: its content, less what pieces gained when they were unpacked. */
    private int appBytes(int content, int wire) {
        unpacked.sent(content, wire);
        int gained = (int) Math.min(surplus, content);
        surplus -= gained;
        return content - gained;
    }

    /** Returns which unpacked pieces take fewer bytes than the application sent. */
    UnpackedGains unpacked() {
        return unpacked;
    }

    private LongAdder rawFrames(RawReason reason) {
        return rawFrames.computeIfAbsent(reason, key -> environment.events().rawFrames(terms.peer(), key));
    }

    private void checkNowAndThen(int length) {
        uncheckedBytes += length;
        if (uncheckedBytes >= CHECK_EVERY_BYTES) {
            uncheckedBytes = 0;
            control.check(content.toCheck());
        }
    }

    private ChannelPromise timed(long readAt, int bytes) {
        LatencyHistogram latency = policy.latency();
        ChannelPromise promise = channel.newPromise();
        tap.writing(bytes);
        promise.addListener(done -> {
            tap.written(bytes);
            if (done.isSuccess()) {
                latency.record(now() - readAt);
            }
        });
        return promise;
    }

    /** Closes the direction. */
    void fin() {
        history.sent().close();
        control.fin(content.toCheck());
        close();
    }

    /** Frees contexts that were idle for that long, and history that is no longer used; returns whether to flush. */
    boolean lookAfter(long nanos, long now) {
        bypass.releaseIfIdleFor(nanos, now);
        boolean released = contexts.releaseIdleFor(nanos, now);
        return history.consumer().giveBack(now) || released;
    }

    /** Returns the memory of the contexts, in bytes. */
    long memoryBytes() {
        return contexts.memoryBytes() + bypass.memoryBytes();
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }

    void close() {
        contexts.close();
        bypass.close();
    }
}
