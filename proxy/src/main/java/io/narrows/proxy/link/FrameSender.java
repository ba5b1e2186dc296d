package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.GrpcMessages;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes a frame of app bytes by this side's policy: raw, or encoded in the context of the link. Used on the link's event
 * loop only, but for {@link #encodeOffLoop}; frames come one after the other.
 */
final class FrameSender {
    private static final long CHECK_EVERY_BYTES = 1 << 20;

    /** The most app bytes in a frame of a slow codec: the receiver decodes one while the next is encoded. */
    static final int SLOW_FRAME_BYTES = 16 * 1024;

    /** From when a frame was read until it is encoded: one of several that would take longer takes the stand-in. */
    private static final long LONGEST_DELAY = 1_000_000;

    /** So often a long frame that seems too late for the slow codec takes it all the same: nothing else tells how fast that is. */
    private static final long TRIAL_INTERVAL = 100_000_000;

    private final LinkEnvironment environment;
    private Session session;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final ContentChecksum content = new ContentChecksum();
    private final CpuClock cpu = new CpuClock();
    private final CpuClock cpuOfLongFrames = CpuClock.exact();
    private final SendingGrants grants;
    private final SendingContexts contexts;
    private final LinkHistory history;
    private final StepDown stepDown;
    private final Bypass bypass;
    private final ShortFrames shortFrames = new ShortFrames();
    private final GrpcMessages grpc;
    private final LongAdder lateFrames;
    private final Map<RawReason, LongAdder> rawFrames = new EnumMap<>(RawReason.class);

    private SendingPolicy policy;
    private SendingPolicy.Encoding encoding;
    private SendingContext context;
    private List<HistoryReference> references = List.of();
    private int learnt;
    private StepDown.Effort effort;
    private boolean beginsContext;
    private long measuredAt;
    private long uncheckedBytes;

    FrameSender(
            LinkEnvironment environment,
            Session session,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            LinkHistory history) {
        this.environment = environment;
        this.session = session;
        this.channel = channel;
        this.frames = frames;
        this.control = control;
        this.history = history;
        this.grants = new SendingGrants(session, control, environment.nanoClock());
        this.contexts = new SendingContexts(
                environment.contexts(), session.peer(), grants, channel, environment.nanoClock(), control);
        this.bypass = new Bypass(environment.contexts(), session.peer());
        this.lateFrames = environment.events().lateFrames(session.peer());
        this.grpc = new GrpcMessages(session.dialled() ? Side.CONNECTING : Side.ANSWERING);
        this.policy = SendingPolicy.decide(environment, session, trafficClass);
        this.encoding = policy.wanted();
        this.stepDown = new StepDown(policy.wanted().spec());
        this.measuredAt = now() - TRIAL_INTERVAL;
    }

    /** Takes the policy in force, when it is another one by now. */
    void followPolicy() {
        if (policy.decidedBy() != environment.live().current()) {
            reclassify(policy.trafficClass());
        }
    }

    /** Takes another class, and what the policy in force says about it. */
    void reclassify(TrafficClass trafficClass) {
        CodecSpec before = policy.wanted().spec();
        policy = SendingPolicy.decide(environment, session, trafficClass);
        if (!policy.wanted().spec().equals(before)) {
            stepDown.reset(policy.wanted().spec());
            shortFrames.reset();
        }
        encoding = policy.encoding(stepDown.reason() != null);
        contexts.keepOnly(policy.specs());
    }

    /** Takes what the peer decodes by now: a context of another codec is released. */
    void renegotiated(Session now) {
        session = now;
        reclassify(policy.trafficClass());
    }

    SendingPolicy policy() {
        return policy;
    }

    /** What frames are encoded with now: what the policy asks for, or what the link has stepped down to. */
    Codec codec() {
        return policy.encoding(stepDown.reason() != null).spec().codec();
    }

    /** The most app bytes in a frame. */
    int longest() {
        return policy.overloadCodec().isPresent() && stepDown.reason() == null
                ? SLOW_FRAME_BYTES
                : FrameDescriptor.MAX_APP_BYTES;
    }

    /** Why the link has stepped down, or null when it has not. */
    StepDownReason steppedDown() {
        return stepDown.reason();
    }

    /** Returns the contexts that this side would like to send, for the message that opens the link. */
    List<ContextWindow> askAhead() {
        return grants.askAhead(policy.wanted().spec());
    }

    /** Returns the contexts to ask for in the message that answers it. */
    List<ContextWindow> askBehind() {
        return grants.askBehind(policy.wanted().spec(), policy.specs());
    }

    /** The specification of what frames are encoded with, by the policy. */
    CodecSpec wanted() {
        return policy.wanted().spec();
    }

    /** Takes what the peer grants. */
    void granted(Codec codec, ContextWindow message, CodecSpec grant) {
        contexts.granted(codec, message, grant);
    }

    /** The window of the context in use, as a base-two logarithm of bytes; 0 for none. */
    int windowLog() {
        return contexts.windowLog(codec());
    }

    /** A frame is being encoded on another thread. */
    void submittedAside() {
        contexts.busy(true);
    }

    /** As many bytes wait for the encoder as may wait. */
    void queueFull() {
        if (policy.overloadCodec().isPresent()) {
            stepDown.queueFull(now());
        }
    }

    /** None wait any more. */
    void queueEmpty() {
        stepDown.queueEmpty(now());
    }

    /**
     * Decides how app bytes go, before anything is compressed: raw by {@link #sendRaw}, when the policy or the moment says
     * so, or encoded by {@link #encode} and {@link #sendEncoded}, which are to follow when this returns null. Once for each
     * frame, in their order.
     *
     * @param waiting how many bytes wait, these included; 0 when they are alone and came at once
     */
    RawReason decide(ByteBuf app, long readAt, long waiting) {
        followPolicy();
        content.update(app);
        grpc.watch(app);
        RawReason reason = rawReason(app);
        if (reason == null && !choose(app.readableBytes(), readAt, waiting)) {
            return contexts.refusal();
        }
        return reason;
    }

    /** Why no codec is to be tried, by the policy or by what was seen of the content; or null. */
    private RawReason rawReason(ByteBuf app) {
        if (!policy.compresses()) {
            return policy.rawReason();
        }
        if (app.readableBytes() < policy.minSize()) {
            return RawReason.TOO_SMALL;
        }
        if (grpc.compressed()) {
            return RawReason.GRPC_COMPRESSED;
        }
        if (bypass.active()) {
            CodecSpec spec = policy.encoding(true).spec();
            policy.wanted().cell().cpu(bypass.passed(channel.alloc(), app, spec, now()));
            return RawReason.INCOMPRESSIBLE;
        }
        return shortFrames.takeRaw(app.readableBytes()) ? RawReason.GROWS : null;
    }

    /** Chooses what a frame is encoded with, and what is learnt in front of it; false when there is no memory for a context. */
    private boolean choose(int bytes, long readAt, long waiting) {
        if (policy.overloadCodec().isPresent()) {
            judge(bytes);
        }
        context = contexts.of(encoding.spec());
        if (context == null && encoding != policy.wanted()) { // until the stand-in is granted
            encoding = policy.wanted();
            context = contexts.of(encoding.spec());
        }
        if (context == null) {
            return false;
        }
        if (waiting > 0 && encoding != policy.encoding(true) && !isTrial(bytes) && isLate(bytes, 0, readAt)) {
            stepDown.late();
            hurry();
        }
        references = learns(bytes, readAt, waiting) ? history.consumer().references(bytes, now()) : List.of();
        return true;
    }

    /** Whether bytes are learnt in front of the frame. They wait while others do that this would make late. */
    private boolean learns(int bytes, long readAt, long waiting) {
        return sharesHistory()
                && context.begun()
                && !(waiting > 0 && isLate(bytes, history.consumer().due(bytes, now()), readAt));
    }

    private boolean sharesHistory() {
        return policy.sharedHistory() && context.codec().sharesHistory();
    }

    /** Steps down or back, when it is time to. The context of a stand-in goes when it is not needed any more. */
    private void judge(int bytes) {
        boolean before = stepDown.reason() != null;
        if (stepDown.stepsDown(bytes, now())) {
            environment.events().stepDown(session.peer(), stepDown.reason());
        }
        boolean after = stepDown.reason() != null;
        if (before && !after) {
            contexts.release(policy.encoding(true).spec().codec());
        }
        encoding = policy.encoding(after);
    }

    /** @param learnt bytes in front of the frame's */
    private boolean isLate(int bytes, long learnt, long readAt) {
        long waited = now() - readAt - policy.lingerNanos();
        double forecast =
                (bytes + learnt / (double) HistoryReference.CHEAPER) * context.cost().nanosPerByte();
        return waited + forecast > LONGEST_DELAY;
    }

    /** Whether a frame is to tell how fast the slow codec is, late or not. */
    private boolean isTrial(int bytes) {
        return context.cost().isLong(bytes) && now() - measuredAt >= TRIAL_INTERVAL;
    }

    /** Takes the stand-in for one frame, where there is memory for its context. */
    private void hurry() {
        SendingPolicy.Encoding fast = policy.encoding(true);
        SendingContext faster = contexts.of(fast.spec());
        if (faster != null) {
            encoding = fast;
            context = faster;
            lateFrames.increment();
        }
    }

    /** Whether encoding that many bytes is likely to hold up the others on an event loop. */
    boolean isSlow(long length) {
        return context.isSlow(length + referencedBytes() / HistoryReference.CHEAPER);
    }

    /** Whether encoding that many bytes takes longer than what was written before should wait. */
    boolean isNoticeable(int length) {
        return context.cost().isNoticeable(length);
    }

    private int referencedBytes() {
        int sum = 0;
        for (HistoryReference reference : references) {
            sum += reference.bytes().length;
        }
        return sum;
    }

    /** Encodes app bytes, which stay the caller's. */
    ByteBuf encode(ByteBuf app) {
        long now = now();
        return encode(app, now, now);
    }

    /**
     * The same on another thread, while nothing else is called here.
     *
     * @param since when it was asked for, by the nano clock
     */
    ByteBuf encodeOffLoop(ByteBuf app, long since) {
        return encode(app, since, now());
    }

    private ByteBuf encode(ByteBuf app, long since, long start) {
        boolean judged = policy.overloadCodec().isPresent()
                && encoding == policy.wanted()
                && app.readableBytes() >= StepDown.SMALLEST_JUDGED;
        CpuClock clock = judged ? cpuOfLongFrames : cpu;
        clock.start();
        boolean first = !context.tried();
        beginsContext = first;
        long begin = references.isEmpty() ? start : learn();
        ByteBuf framed = context.encode(channel.alloc(), app, references);
        learnt = learntChecksum(framed);
        long cpuNanos = clock.stop();
        long end = now();
        encoding.cell().cpu(cpuNanos);
        if (!first) {
            context.cost().took(app.readableBytes(), end - begin);
        }
        if (encoding == policy.wanted() && context.cost().isLong(app.readableBytes())) {
            measuredAt = end;
        }
        effort = judged ? new StepDown.Effort(app.readableBytes(), end - since, cpuNanos, end) : null;
        return framed;
    }

    /** Returns when it was done. */
    private long learn() {
        for (HistoryReference reference : references) {
            context.learn(reference.bytes());
        }
        return now();
    }

    /** Of the history references' bytes, and of their names as the frame has them; 0 where there are none, or no frame says it. */
    private int learntChecksum(ByteBuf framed) {
        if (references.isEmpty() || session.frames() != FrameForm.CONTENT_CHECKED) {
            return 0;
        }
        FrameChecksum checksum = new FrameChecksum();
        references.forEach(reference -> checksum.update(reference.bytes()));
        return checksum.update(framed, MAX_HEADER_BYTES, HistoryReferences.length(references))
                .value();
    }

    /** Sends what {@link #encode} made, and takes the ownership of both. */
    void sendEncoded(ByteBuf app, ByteBuf framed, long readAt) {
        contexts.busy(false);
        context.used(readAt);
        if (effort != null) {
            stepDown.encoded(effort);
        }
        int in = app.readableBytes();
        int out = framed.writerIndex() - MAX_HEADER_BYTES;
        bypass.compressed(in, out, readAt);
        if (context.forgetful() && out >= in) {
            framed.release();
            sendRaw(app, RawReason.NO_GAIN, readAt);
            return;
        }
        if (!context.forgetful()) {
            if (beginsContext) {
                shortFrames.beginContext();
            }
            shortFrames.encoded(in, out);
        }
        try {
            share(app);
        } catch (RuntimeException | Error e) {
            framed.release();
            throw e;
        } finally {
            app.release();
        }
        frames.carries(encoding.cell(), in);
        contexts.sent(context.codec());
        frames.content(content.value());
        frames.write(context.nextHead(!references.isEmpty()), framed, learnt, encoding.cell(), timed(readAt));
        environment.prepare(context.preparation());
        checkNowAndThen(in);
    }

    /** Keeps a frame's content for what the peer sends. */
    private void share(ByteBuf app) {
        if (sharesHistory()) {
            history.sent().sends(app);
        } else if (context.codec().sharesHistory()) {
            history.sent().pause();
        }
    }

    /** Sends app bytes as they are, and takes their ownership. */
    void sendRaw(ByteBuf app, RawReason reason, long readAt) {
        int length = app.readableBytes();
        rawFrames(reason).increment();
        frames.carries(policy.raw(), length);
        frames.content(content.value());
        frames.writeRaw(FrameDescriptor.data(Codec.NONE, false), app, policy.raw(), timed(readAt));
        checkNowAndThen(length);
    }

    private LongAdder rawFrames(RawReason reason) {
        return rawFrames.computeIfAbsent(reason, key -> environment.events().rawFrames(session.peer(), key));
    }

    private void checkNowAndThen(int length) {
        uncheckedBytes += length;
        if (uncheckedBytes >= CHECK_EVERY_BYTES) {
            uncheckedBytes = 0;
            control.check(content.toCheck());
        }
    }

    private ChannelPromise timed(long readAt) {
        LatencyHistogram latency = policy.latency();
        ChannelPromise promise = channel.newPromise();
        promise.addListener(done -> {
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

    /** Frees contexts that were not used for long, and history that is not followed; true when there is something to flush. */
    boolean lookAfter(long nanos, long now) {
        bypass.releaseIfIdleFor(nanos, now);
        return contexts.releaseIdleFor(nanos, now) | history.consumer().giveBack(now);
    }

    /** Memory that the contexts take, in bytes. */
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
