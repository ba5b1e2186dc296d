package io.narrows.proxy.link.send;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.classify.GrpcMessages;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which frames are sent raw without trying a codec, by the policy and by what the content was like so far. Used on the link's
 * event loop only.
 */
final class RawFrames {
    private final LongSupplier nanoClock;
    private final Channel channel;
    private final Bypass bypass;
    private final ShortFrames shortFrames = new ShortFrames();
    private final GrpcMessages grpc;

    /** @param channel allocates the output of probes */
    RawFrames(LinkEnvironment environment, LinkTerms terms, Channel channel) {
        this.nanoClock = environment.nanoClock();
        this.channel = channel;
        this.bypass = new Bypass(environment.contexts(), terms.peer());
        this.grpc = new GrpcMessages(terms.dialled() ? Side.CONNECTING : Side.ANSWERING);
    }

    /** Returns why no codec is tried on a frame; null if one is tried. Call once for each frame, in order. */
    @Nullable
    RawReason reason(ByteBuf app, SendingPolicy policy) {
        grpc.watch(app);
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
            policy.wanted().cell().cpu(bypass.passed(channel.alloc(), app, spec, nanoClock.getAsLong()));
            return RawReason.INCOMPRESSIBLE;
        }
        return shortFrames.takeRaw(app.readableBytes()) ? RawReason.GROWS : null;
    }

    /** Records the sizes of a frame that was encoded, whether or not it is sent like that. */
    void encoded(int in, int out, long readAt) {
        bypass.compressed(in, out, readAt);
    }

    /**
     * Records the sizes of an encoded frame whose context is kept with its history.
     *
     * @param beginsContext whether it is the first of its context
     */
    void keptInContext(boolean beginsContext, int in, int out) {
        if (beginsContext) {
            shortFrames.beginContext();
        }
        shortFrames.encoded(in, out);
    }

    /** Discards what depends on the codec, because the policy wants another one. */
    void reset() {
        shortFrames.reset();
    }

    /** Frees the context of a probe that has waited that long for bytes. */
    void releaseIfIdleFor(long nanos, long now) {
        bypass.releaseIfIdleFor(nanos, now);
    }

    /** Returns the memory of a probe's context, in bytes. */
    long memoryBytes() {
        return bypass.memoryBytes();
    }

    void close() {
        bypass.close();
    }
}
