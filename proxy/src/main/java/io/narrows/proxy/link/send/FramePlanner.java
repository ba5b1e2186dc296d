package io.narrows.proxy.link.send;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.GrpcMessages;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.context.SendingGrants;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Decides how each frame is sent: by this side's policy, the contexts that there are, and how long earlier frames took. Used on the
 * link's event loop only, by one frame at a time.
 */
final class FramePlanner {
    /** Nanoseconds between long frames that use the slow codec although they seem too late for it, to measure its speed. */
    private static final long TRIAL_INTERVAL = 100_000_000;

    private final LinkEnvironment environment;
    private final Channel channel;
    private final SendingGrants grants;
    private final SendingContexts contexts;
    private final LinkHistory history;
    private final LinkTap.Connection tap;
    private final FullQueue queue = new FullQueue();
    private final Ladder ladder;
    private final Bypass bypass;
    private final ShortFrames shortFrames = new ShortFrames();
    private final GrpcMessages grpc;
    private final UnpackedGains unpacked = new UnpackedGains();
    private final LongAdder overloadFrames;
    private final LongAdder level0Frames;

    private LinkTerms terms;
    private SendingPolicy policy;
    private long decidedAt;
    private long measuredAt;

    /** Whether there was no context with room for the last frame that should have been encoded. */
    private boolean lacksContext;

    /**
     * @param grants of {@code contexts}
     * @param contexts those that encode the frames; closed by the caller
     * @param tap chooses the codec if the policy leaves that to the sidecar
     */
    FramePlanner(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            SendingGrants grants,
            SendingContexts contexts,
            LinkHistory history,
            LinkTap.Connection tap) {
        this.environment = environment;
        this.tap = tap;
        this.terms = terms;
        this.channel = channel;
        this.history = history;
        this.grants = grants;
        this.contexts = contexts;
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
        boolean mayDiffer = !policy.isConstant() && now() - decidedAt >= LiveConfig.DECISION_INTERVAL;
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
    void renegotiated(LinkTerms agreed) {
        terms = agreed;
        contexts.decodesDenseVersion2(agreed.decodesDenseVersion2());
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

    /** Returns whether the next frame would probably be compressed: the codec in use has a context, and the last frame had room in one. */
    boolean compresses() {
        return !lacksContext && contexts.has(codec());
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
     * Decides how a frame is sent, before anything is compressed. Called once for each frame, in order, by {@link FrameSender#plan}.
     *
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
     */
    FramePlan decide(ByteBuf app, long readAt, long waiting) {
        followPolicy();
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
        contexts.steps().carries(bytes, now());
        SendingPolicy.Encoding encoding = ladder.encoding();
        SendingContext context = contexts.of(encoding.context(), bytes);
        if (context == null && !encoding.context().equals(policy.wanted().context())) { // not granted yet
            encoding = policy.lowerLevel().orElse(policy.wanted());
            context = contexts.of(encoding.context(), bytes);
        }
        if (context == null && policy.previous().isPresent()) {
            if (contexts.refusal() == RawReason.NO_GRANT) { // until the chosen codec is granted
                encoding = policy.previous().get();
                context = contexts.of(encoding.context(), bytes);
            } else {
                dropPrevious(); // its memory is needed
                context = contexts.of(encoding.context(), bytes);
            }
        }
        lacksContext = context == null;
        if (context == null) {
            return new FramePlan.Raw(contexts.refusal());
        }
        Deadline deadline = Deadline.after(readAt, policy.lingerNanos());
        boolean isSubstitute = false;
        if (waiting > 0
                && ladder.judges(encoding)
                && !isTrial(encoding, context, bytes)
                && deadline.isMissed(context.cost(encoding.atLowerLevel()), bytes, 0, now())) {
            ladder.late(encoding);
            SendingContext faster = encoding == policy.wanted() ? contextOfFaster(context, bytes) : null;
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
                        && deadline.isMissed(
                                context.cost(encoding.atLowerLevel()),
                                bytes,
                                history.consumer().due(bytes, now()),
                                now()))
                // a frame that refers to history cannot be discarded
                && (!history.consumer().hasSources() || contexts.steps().tryReserveWhole(context));
        return new FramePlan.Encode(
                encoding,
                context,
                learns ? history.consumer().references(bytes, now()) : List.of(),
                sharesHistory,
                ladder.judges(encoding) && bytes >= StepDown.SMALLEST_JUDGED,
                isSubstitute);
    }

    /**
     * Returns the context of the faster encoding, which is that of the wanted one if the level of its frames may vary; null if there is none.
     */
    private @Nullable SendingContext contextOfFaster(SendingContext ofWanted, int bytes) {
        CodecSpec spec = policy.faster().context();
        return spec.equals(policy.wanted().context()) ? ofWanted : contexts.of(spec, bytes);
    }

    private void dropPrevious() {
        policy = policy.arrived();
        contexts.keepOnly(policy.specs());
    }

    /** Reports that the codec in use is too slow, unless another one was chosen just now, which the peer may yet grant. */
    private void overloaded() {
        if (policy.previous().isEmpty() || now() - decidedAt >= LiveConfig.DECISION_INTERVAL) {
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

    /** Returns whether a frame is encoded to measure the slow codec, even if it will be late. */
    private boolean isTrial(SendingPolicy.Encoding encoding, SendingContext context, int bytes) {
        return encoding == policy.wanted() && context.cost(false).isLong(bytes) && now() - measuredAt >= TRIAL_INTERVAL;
    }

    /**
     * Records a frame that was encoded as planned, whether or not it is sent like that.
     *
     * @param in bytes of its content
     * @param out bytes of its payload
     * @param readAt when the content was read, on the nano clock
     */
    void encoded(FramePlan.Encode plan, EncodedFrame encoded, int in, int out, long readAt) {
        SendingContext context = plan.context();
        contexts.busy(false);
        context.used(readAt);
        if (encoded.effort() != null) {
            ladder.encoded(plan.encoding(), encoded.effort());
        }
        if (plan.encoding() == policy.wanted() && plan.cost().isLong(in)) {
            measuredAt = encoded.endedAt();
        }
        bypass.compressed(in, out, readAt);
    }

    /**
     * Records an encoded frame whose context is kept, because there is enough memory for it.
     *
     * @param in bytes of its content
     * @param out bytes of its payload
     */
    void keptInContext(FramePlan.Encode plan, EncodedFrame encoded, int in, int out) {
        if (plan.atLowerLevel()) {
            level0Frames.increment();
        }
        if (policy.previous().isPresent()
                && plan.encoding().context().equals(policy.wanted().context())) {
            dropPrevious();
        }
        if (!plan.context().forgetful()) {
            if (encoded.beginsContext()) {
                shortFrames.beginContext();
            }
            shortFrames.encoded(in, out);
        }
    }

    /** Returns whether the peer reads dictionaries with which contexts of a codec begin; those of dense are of version 2. */
    boolean peerReadsDictionary(Codec codec) {
        return codec.beginsWithDictionary() && (codec != Codec.DENSE || terms.decodesDenseVersion2());
    }

    /** Returns which unpacked pieces take fewer bytes than the application sent. */
    UnpackedGains unpacked() {
        return unpacked;
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

    /** Returns the memory of the contexts that are on the Java heap, without a probe's, in bytes. */
    long heapBytes() {
        return contexts.heapBytes();
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }

    void close() {
        bypass.close();
    }
}
