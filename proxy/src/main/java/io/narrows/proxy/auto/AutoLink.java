package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Compression;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkTap;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A link as the choice of its codec sees it. Its event loop asks for the codec and reports what it sends; {@link AutoCodecs}
 * chooses on another thread.
 */
final class AutoLink implements LinkTap.Connection {
    /**
     * The traffic that a codec is to be chosen for.
     *
     * @param usable the codecs that both ends have
     */
    record Asked(Traffic traffic, UsableCodecs usable) {}

    private final AutoCodecs auto;
    private final LinkTap.Connection sampled;
    private final LinkSamples samples;
    private final AtomicLong sentBytes = new AtomicLong();
    private final DrainRate drain = new DrainRate();
    private volatile @Nullable Asked asked;
    private volatile @Nullable CodecSpec chosen;
    private volatile @Nullable CodecSpec tooSlow;
    private boolean hasEnded;

    /**
     * @param sampled observes the link to sample it
     * @param samples of the link
     */
    AutoLink(AutoCodecs auto, LinkTap.Connection sampled, LinkSamples samples) {
        this.auto = auto;
        this.sampled = sampled;
        this.samples = samples;
    }

    @Override
    public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {
        count(app.readableBytes());
        sampled.sent(trafficClass, app, readAt);
    }

    @Override
    public void carried(ByteBuf content, int surplus, long readAt) {
        count(surplus);
        sampled.carried(content, surplus, readAt);
    }

    private void count(int bytes) {
        sentBytes.lazySet(sentBytes.get() + bytes); // the event loop is the only writer
    }

    @Override
    public CodecSpec codec(Traffic traffic, Compression compression, UsableCodecs usable) {
        if (!compression.auto() || hasEnded) {
            leave();
            return compression.spec();
        }
        Asked before = asked;
        Asked next = new Asked(traffic, usable);
        if (!next.equals(before)) {
            asked = next;
        }
        boolean isOfItsKind = before != null && Kind.of(before.traffic()).equals(Kind.of(traffic));
        CodecSpec current = isOfItsKind ? chosen : null;
        if (current == null) {
            current = auto.first(next);
            chosen = current;
            samples.need(true);
            auto.join(this);
        }
        return current;
    }

    @Override
    public boolean isCurrent(CodecSpec spec) {
        CodecSpec current = chosen;
        return asked == null || spec.equals(current);
    }

    @Override
    public void overloaded(CodecSpec codec) {
        tooSlow = codec;
        auto.hurry();
    }

    @Override
    public void writing(int bytes) {
        if (auto.measuresDrain()) {
            drain.writing(bytes, auto.now());
        } else {
            drain.pause();
        }
    }

    @Override
    public void written(int bytes) {
        if (auto.measuresDrain()) {
            drain.written(bytes, auto.now());
        } else {
            drain.pause();
        }
    }

    @Override
    public void ended() {
        hasEnded = true;
        leave();
        sampled.ended();
    }

    private void leave() {
        if (asked != null) {
            asked = null;
            samples.need(false);
            auto.leave(this);
        }
    }

    // ---- for the choice, on its thread

    /** Returns the traffic that a codec is to be chosen for; null if the link has ended or its rule names a codec. */
    @Nullable
    Asked asked() {
        return asked;
    }

    @Nullable
    CodecSpec chosen() {
        return chosen;
    }

    /** Makes the link use a candidate from its next frame on. */
    void choose(CodecSpec candidate) {
        chosen = candidate;
    }

    LinkSamples samples() {
        return samples;
    }

    /** Returns the bytes that its codecs had to compress so far; on a link that unpacks, those of the content. */
    long sentBytes() {
        return sentBytes.get();
    }

    /** Returns the time that a byte waits for the socket, in nanoseconds; 0 if bytes did not wait lately. */
    double drainNanosPerByte(long now) {
        return drain.nanosPerByte(now);
    }

    /** Returns whether the application wrote faster than the chosen candidate encodes since the last call. */
    boolean takeOverloaded() {
        CodecSpec was = tooSlow;
        tooSlow = null;
        return was != null && was.equals(chosen);
    }
}
