package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes a frame of app bytes by this side's policy: raw, or encoded in the context of the link. Used on the link's event
 * loop only, but for {@link #encode}; frames come one after the other.
 */
final class FrameSender {
    private static final long CHECK_EVERY_BYTES = 1 << 20;

    /** After the budget refused a context, the next try waits this long. */
    private static final long MEMORY_RETRY_NANOS = 1_000_000_000L;

    private final LinkEnvironment environment;
    private final Session session;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final ContentChecksum content = new ContentChecksum();
    private final CpuClock cpu = new CpuClock();
    private final Bypass bypass;
    private final Map<RawReason, LongAdder> rawFrames = new EnumMap<>(RawReason.class);

    private SendingPolicy policy;
    private SendingContext context;
    private Codec receiverHolds;
    private EncodingCost cost = new EncodingCost();
    private long contextUsedAt;
    private long memoryShortSince;
    private boolean memoryShort;
    private long uncheckedBytes;

    FrameSender(
            LinkEnvironment environment,
            Session session,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control) {
        this.environment = environment;
        this.session = session;
        this.channel = channel;
        this.frames = frames;
        this.control = control;
        this.bypass = new Bypass(environment.contexts());
        this.policy = SendingPolicy.decide(environment, session, trafficClass);
    }

    /** Takes the policy in force, when it is another one by now. */
    void followPolicy() {
        if (policy.decidedBy() != environment.live().current()) {
            reclassify(policy.trafficClass());
        }
    }

    /** Takes another class, and what the policy in force says about it. */
    void reclassify(TrafficClass trafficClass) {
        policy = SendingPolicy.decide(environment, session, trafficClass);
        if (context != null && !context.serves(policy.spec())) {
            freeContext();
        }
        if (receiverHolds != null && receiverHolds != policy.spec().codec()) {
            releaseContext();
        }
    }

    SendingPolicy policy() {
        return policy;
    }

    /**
     * Sends app bytes raw when the policy or the moment says so, before anything is compressed.
     *
     * @param app taken when it was sent
     * @return false when {@link #encode} and {@link #sendEncoded} are to follow
     */
    boolean sentRaw(ByteBuf app, long readAt) {
        followPolicy();
        content.update(app);
        RawReason reason = rawReason(app);
        if (reason != null) {
            sendRaw(app, reason, readAt);
        }
        return reason != null;
    }

    private RawReason rawReason(ByteBuf app) {
        if (!policy.compresses()) {
            return policy.rawReason();
        }
        if (app.readableBytes() < policy.minSize()) {
            return RawReason.TOO_SMALL;
        }
        if (bypass.active()) {
            long now = environment.nanoClock().getAsLong();
            policy.encoded().cpu(bypass.passed(channel.alloc(), app, policy.spec(), now));
            return RawReason.INCOMPRESSIBLE;
        }
        return hasContext() ? null : RawReason.MEMORY;
    }

    private boolean hasContext() {
        if (context != null) {
            return true;
        }
        long now = environment.nanoClock().getAsLong();
        if (memoryShort && now - memoryShortSince < MEMORY_RETRY_NANOS) {
            return false;
        }
        context = environment.contexts().open(policy.spec());
        cost = new EncodingCost();
        memoryShort = context == null;
        memoryShortSince = now;
        if (memoryShort) {
            releaseContext();
        }
        return !memoryShort;
    }

    /** Whether encoding that many bytes is likely to hold up the others on an event loop. */
    boolean isSlow(int length) {
        return cost.isHigh(length);
    }

    /** Encodes app bytes, which stay the caller's. May run on another thread, while nothing else is called here. */
    ByteBuf encode(ByteBuf app) {
        long start = environment.nanoClock().getAsLong();
        cpu.start();
        ByteBuf framed = context.encode(channel.alloc(), app);
        policy.encoded().cpu(cpu.stop());
        cost.took(app.readableBytes(), environment.nanoClock().getAsLong() - start);
        return framed;
    }

    /** Sends what {@link #encode} made, and takes the ownership of both. */
    void sendEncoded(ByteBuf app, ByteBuf framed, long readAt) {
        contextUsedAt = readAt;
        int in = app.readableBytes();
        int out = framed.writerIndex() - MAX_HEADER_BYTES;
        bypass.compressed(in, out, readAt);
        if (context.forgetful() && out >= in) {
            framed.release();
            sendRaw(app, RawReason.NO_GAIN, readAt);
            return;
        }
        app.release();
        policy.encoded().frame(in);
        receiverHolds = context.codec();
        frames.write(context.nextHead(), framed, policy.encoded(), timed(readAt));
        checkNowAndThen(in);
    }

    private void sendRaw(ByteBuf app, RawReason reason, long readAt) {
        int length = app.readableBytes();
        rawFrames(reason).increment();
        policy.raw().frame(length);
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
                latency.record(environment.nanoClock().getAsLong() - readAt);
            }
        });
        return promise;
    }

    /** Closes the direction. */
    void fin() {
        control.fin(content.toCheck());
    }

    /** Frees a context that was not used for long; true when there is something to flush. */
    boolean releaseIfIdleFor(long nanos, long now) {
        bypass.releaseIfIdleFor(nanos, now);
        if (context == null || now - contextUsedAt < nanos) {
            return false;
        }
        releaseContext();
        return true;
    }

    /** Frees the context and lets the receiver free its own. */
    private void releaseContext() {
        freeContext();
        if (receiverHolds != null) {
            control.release(receiverHolds);
            receiverHolds = null;
        }
    }

    /** Memory that the contexts take, in bytes. */
    long memoryBytes() {
        return (context == null ? 0 : context.memoryBytes()) + bypass.memoryBytes();
    }

    void close() {
        freeContext();
        bypass.close();
    }

    private void freeContext() {
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
