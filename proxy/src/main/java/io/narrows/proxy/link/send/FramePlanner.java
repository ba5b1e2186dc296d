package io.narrows.proxy.link.send;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.context.SendingGrants;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides how each frame is sent. {@link PolicyDecision} holds this side's policy, {@link RawFrames} finds the frames on which no codec is
 * tried, and {@link EncodingPlanner} plans the others. Used on the link's event loop only, by one frame at a time.
 */
final class FramePlanner {
    private final SendingGrants grants;
    private final SendingContexts contexts;
    private final LinkHistory history;
    private final PolicyDecision decision;
    private final RawFrames rawFrames;
    private final EncodingPlanner encodings;
    private final UnpackedGains unpacked = new UnpackedGains();

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
        this.history = history;
        this.grants = grants;
        this.contexts = contexts;
        this.rawFrames = new RawFrames(environment, terms, channel);
        this.decision = new PolicyDecision(environment, terms, trafficClass, tap);
        this.encodings = new EncodingPlanner(environment, decision, contexts, history);
    }

    /** Re-evaluates the policy if it was replaced, if a varying condition may have changed, or if another codec was chosen. */
    void followPolicy() {
        if (decision.isDue()) {
            reclassify(policy().trafficClass());
        }
    }

    /** Applies a different traffic class, and the active policy for it. */
    void reclassify(TrafficClass trafficClass) {
        CodecSpec before = wanted();
        decision.decide(trafficClass, encodings.inUse());
        if (wanted().equals(before)) {
            encodings.follow();
        } else {
            encodings.reset();
            rawFrames.reset();
            unpacked.reset();
        }
        contexts.keepOnly(policy().specs());
    }

    /** Applies a change of the codecs that the peer decodes; frees contexts of other codecs. */
    void renegotiated(LinkTerms agreed) {
        decision.renegotiated(agreed);
        contexts.decodesDenseVersion2(agreed.decodesDenseVersion2());
        reclassify(policy().trafficClass());
    }

    SendingPolicy policy() {
        return decision.policy();
    }

    /** Returns the codec of the next frame: the policy's, or the one that the link has stepped down to. */
    Codec codec() {
        return encodings.inUse().spec().codec();
    }

    /** Returns whether the next frame would probably be compressed. */
    boolean compresses() {
        return encodings.compresses();
    }

    /** Returns the maximum app bytes of a frame. */
    int longest() {
        return encodings.longest();
    }

    /** Returns why the link has stepped down; null if it has not. */
    @Nullable
    StepDownReason steppedDown() {
        return encodings.steppedDown();
    }

    /** Returns the contexts that this side would like to send, for the message that opens the link. */
    List<ContextWindow> askAhead() {
        return grants.askAhead(wanted());
    }

    /** Returns the contexts to request in the answer to the message that opens the link. */
    List<ContextWindow> askBehind() {
        return grants.askBehind(wanted(), policy().specs());
    }

    /** Returns the specification that the policy requests. */
    CodecSpec wanted() {
        return policy().wanted().spec();
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
        encodings.queueFull();
    }

    /** Records that the queue of the encoder is empty. */
    void queueEmpty() {
        encodings.queueEmpty();
    }

    /**
     * Decides how a frame is sent, before anything is compressed. Called once for each frame, in order, by {@link FrameSender#plan}.
     *
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
     */
    FramePlan decide(ByteBuf app, long readAt, long waiting) {
        followPolicy();
        RawReason reason = rawFrames.reason(app, policy());
        return reason != null ? new FramePlan.Raw(reason) : encodings.plan(app.readableBytes(), readAt, waiting);
    }

    /**
     * Records a frame that was encoded as planned, whether or not it is sent like that.
     *
     * @param in bytes of its content
     * @param out bytes of its payload
     * @param readAt when the content was read, on the nano clock
     */
    void encoded(FramePlan.Encode plan, EncodedFrame encoded, int in, int out, long readAt) {
        contexts.busy(false);
        plan.context().used(readAt);
        encodings.encoded(plan, encoded, in);
        rawFrames.encoded(in, out, readAt);
    }

    /**
     * Records an encoded frame whose context is kept, because there is enough memory for it.
     *
     * @param in bytes of its content
     * @param out bytes of its payload
     */
    void keptInContext(FramePlan.Encode plan, EncodedFrame encoded, int in, int out) {
        encodings.keptInContext(plan);
        if (!plan.context().forgetful()) {
            rawFrames.keptInContext(encoded.beginsContext(), in, out);
        }
    }

    /** Returns whether the peer reads dictionaries with which contexts of a codec begin; those of dense are of version 2. */
    boolean peerReadsDictionary(Codec codec) {
        return codec.beginsWithDictionary()
                && (codec != Codec.DENSE || decision.terms().decodesDenseVersion2());
    }

    /** Returns which unpacked pieces take fewer bytes than the application sent. */
    UnpackedGains unpacked() {
        return unpacked;
    }

    /** Frees contexts that were idle for that long, and history that is no longer used; returns whether to flush. */
    boolean lookAfter(long nanos, long now) {
        rawFrames.releaseIfIdleFor(nanos, now);
        boolean released = contexts.releaseIdleFor(nanos, now);
        return history.consumer().giveBack(now) || released;
    }

    /** Returns the memory of the contexts, in bytes. */
    long memoryBytes() {
        return contexts.memoryBytes() + rawFrames.memoryBytes();
    }

    /** Returns the memory of the contexts that are on the Java heap, without a probe's, in bytes. */
    long heapBytes() {
        return contexts.heapBytes();
    }

    void close() {
        rawFrames.close();
    }
}
