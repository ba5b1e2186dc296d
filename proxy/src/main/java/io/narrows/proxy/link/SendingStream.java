package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_APP_BYTES;
import static io.narrows.proxy.link.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.meter.CpuClock;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The sending direction of a link: app bytes become frames by this side's policy. What one read brought goes out as one
 * frame, unless the policy lets bytes linger for more. Used on the link's event loop only.
 */
final class SendingStream {
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
    private final Bypass bypass = new Bypass();

    private SendingPolicy policy;
    private SendingContext context;
    private Codec receiverHolds;
    private long contextUsedAt;
    private long memoryShortSince;
    private boolean memoryShort;
    private long checkedBytes;

    private ByteBuf lingering;
    private long lingeringSince;
    private ScheduledFuture<?> lingerTimer;

    SendingStream(
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
        this.policy = SendingPolicy.decide(environment, session, trafficClass);
    }

    /**
     * Sends app bytes and takes their ownership. Flushing is the caller's; lingering bytes are flushed when their time is
     * up.
     *
     * @param readAt when the bytes were read, by the nano clock
     */
    void send(ByteBuf app, long readAt) {
        followPolicy();
        if (policy.lingerNanos() > 0 && app.readableBytes() < MAX_APP_BYTES) {
            linger(app, readAt);
            return;
        }
        sendLingering();
        while (app.readableBytes() > MAX_APP_BYTES) {
            sendFrame(app.readRetainedSlice(MAX_APP_BYTES), readAt);
        }
        sendFrame(app, readAt);
    }

    /** Sends what lingers, and returns the checksum to close the direction with. */
    Check end() {
        sendLingering();
        return content.toCheck();
    }

    /** Frees a context that was not used for long; true when there is something to flush. */
    boolean releaseIfIdleFor(long nanos, long now) {
        if (context == null || now - contextUsedAt < nanos) {
            return false;
        }
        releaseContext();
        return true;
    }

    /** Takes another class, from the next frame on. */
    void reclassify(TrafficClass trafficClass) {
        sendLingering();
        adopt(SendingPolicy.decide(environment, session, trafficClass));
    }

    TrafficClass trafficClass() {
        return policy.trafficClass();
    }

    Codec codec() {
        return policy.spec().codec();
    }

    /** Memory that the context and lingering bytes take, in bytes. */
    long memoryBytes() {
        return (context == null ? 0 : context.memoryBytes()) + (lingering == null ? 0 : lingering.capacity());
    }

    void close() {
        if (lingering != null) {
            lingerTimer.cancel(false);
            lingering.release();
            lingering = null;
        }
        freeContext();
    }

    private void followPolicy() {
        if (policy.decidedBy() == environment.live().current()) {
            return;
        }
        sendLingering();
        adopt(SendingPolicy.decide(environment, session, policy.trafficClass()));
    }

    private void adopt(SendingPolicy next) {
        policy = next;
        if (context != null && !context.serves(policy.spec())) {
            freeContext();
        }
        if (receiverHolds != null && receiverHolds != policy.spec().codec()) {
            releaseContext();
        }
    }

    /** Frees the context and lets the receiver free its own. */
    private void releaseContext() {
        freeContext();
        if (receiverHolds != null) {
            control.release(receiverHolds);
            receiverHolds = null;
        }
    }

    private void linger(ByteBuf app, long readAt) {
        if (lingering != null && lingering.readableBytes() + app.readableBytes() > MAX_APP_BYTES) {
            sendLingering();
        }
        if (lingering == null) {
            lingering = channel.alloc().directBuffer(app.readableBytes(), MAX_APP_BYTES);
            lingeringSince = readAt;
            lingerTimer = channel.eventLoop().schedule(this::lingerElapsed, policy.lingerNanos(), TimeUnit.NANOSECONDS);
        }
        lingering.writeBytes(app);
        app.release();
    }

    private void lingerElapsed() {
        sendLingering();
        channel.flush();
    }

    private void sendLingering() {
        if (lingering != null) {
            ByteBuf app = lingering;
            lingering = null;
            lingerTimer.cancel(false);
            sendFrame(app, lingeringSince);
        }
    }

    private void sendFrame(ByteBuf app, long readAt) {
        content.update(app);
        int length = app.readableBytes();
        RawReason raw = rawReason(app);
        if (raw == null) {
            sendEncoded(app, readAt);
        } else {
            sendRaw(app, raw, readAt);
        }
        checkedBytes += length;
        if (checkedBytes >= CHECK_EVERY_BYTES) {
            checkedBytes = 0;
            control.check(content.toCheck());
        }
    }

    private RawReason rawReason(ByteBuf app) {
        if (!policy.compresses()) {
            return policy.rawReason();
        }
        if (app.readableBytes() < policy.minSize()) {
            return RawReason.TOO_SMALL;
        }
        if (bypass.active()) {
            if (bypass.passed(app.readableBytes(), environment.nanoClock().getAsLong())) {
                probe(app);
            }
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
        memoryShort = context == null;
        memoryShortSince = now;
        if (memoryShort) {
            releaseContext();
        }
        return !memoryShort;
    }

    /** Compresses one frame in a context of its own, which is thrown away: the link's own context is not touched. */
    private void probe(ByteBuf app) {
        try (SendingContext scratch = environment.contexts().open(policy.spec())) {
            if (scratch == null) {
                return;
            }
            cpu.start();
            ByteBuf framed = scratch.encode(channel.alloc(), app);
            policy.encoded().cpu(cpu.stop());
            bypass.probe(app.readableBytes(), framed.writerIndex() - MAX_HEADER_BYTES);
            framed.release();
        }
    }

    private void sendEncoded(ByteBuf app, long readAt) {
        contextUsedAt = readAt;
        int in = app.readableBytes();
        cpu.start();
        ByteBuf framed = context.encode(channel.alloc(), app);
        policy.encoded().cpu(cpu.stop());
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
    }

    private void sendRaw(ByteBuf app, RawReason reason, long readAt) {
        rawFrames(reason).increment();
        policy.raw().frame(app.readableBytes());
        frames.writeRaw(FrameDescriptor.data(Codec.NONE, false), app, policy.raw(), timed(readAt));
    }

    private LongAdder rawFrames(RawReason reason) {
        return environment.events().rawFrames(session.peer(), reason);
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

    private void freeContext() {
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
