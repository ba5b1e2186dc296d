package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.context.SendingGrants;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.ContentChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Encodes and writes frames as its {@link FramePlanner} decides. Used on the link's event loop only, except for {@link #encodeOffLoop};
 * handles one frame at a time.
 */
public final class FrameSender {
    private static final long CHECK_EVERY_BYTES = 1 << 20;

    private final LinkEnvironment environment;
    private final PeerId peer;
    private final boolean checksContent;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final LinkHistory history;
    private final LinkTap.Connection tap;
    private final SendingContexts contexts;
    private final FramePlanner planner;
    private final ContextStates states;
    private final ContextDictionaries dictionaries;
    private final FrameCompressor compressor;
    private final ContentChecksum content = new ContentChecksum();
    private final Map<RawReason, LongAdder> rawFrames = new EnumMap<>(RawReason.class);

    private long uncheckedBytes;
    private long surplus;

    /**
     * @param states those from which contexts begin
     * @param dictionaries those with which contexts begin
     * @param tap chooses the codec if the policy leaves that to the sidecar
     */
    public FrameSender(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            LinkHistory history,
            ConnectionStates states,
            ConnectionDictionaries dictionaries,
            LinkTap.Connection tap) {
        this.environment = environment;
        this.peer = terms.peer();
        this.checksContent = terms.frames() == FrameForm.CONTENT_CHECKED;
        this.channel = channel;
        this.frames = frames;
        this.control = control;
        this.history = history;
        this.tap = tap;
        SendingGrants grants = new SendingGrants(terms, control, environment.nanoClock());
        this.contexts = new SendingContexts(
                environment.contexts(),
                peer,
                grants,
                channel,
                environment.nanoClock(),
                control,
                terms.decodesDenseVersion2());
        this.planner = new FramePlanner(environment, terms, trafficClass, channel, grants, contexts, history, tap);
        this.states = new ContextStates(
                planner, contexts, states, control, environment.events().primedContexts(peer));
        this.dictionaries = new ContextDictionaries(
                planner,
                contexts,
                dictionaries,
                environment.events().dictionaries(peer).contexts());
        this.compressor = new FrameCompressor(channel, environment.nanoClock());
    }

    FramePlanner planner() {
        return planner;
    }

    /**
     * Plans a frame before anything is compressed. Call once for each frame, in order, then call {@link #sendRaw}, or
     * {@link #encode} and {@link #sendEncoded}.
     *
     * @param waiting the number of waiting bytes, including these; 0 if they are alone and need not wait
     */
    FramePlan plan(ByteBuf app, long readAt, long waiting) {
        content.update(app);
        FramePlan plan = planner.decide(app, readAt, waiting);
        if (plan instanceof FramePlan.Encode encode) {
            states.encoding(encode.context(), app.readableBytes());
            dictionaries.encoding(encode.context(), app.readableBytes());
        }
        return plan;
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
        return compressor.encode(plan, app, checksContent, since);
    }

    /** Sends an encoded frame, and takes ownership of both buffers. */
    void sendEncoded(FramePlan.Encode plan, ByteBuf app, EncodedFrame encoded, long readAt) {
        SendingContext context = plan.context();
        ByteBuf framed = encoded.framed();
        int in = app.readableBytes();
        int out = framed.writerIndex() - MAX_HEADER_BYTES;
        planner.encoded(plan, encoded, in, out, readAt);
        if (!contexts.steps().tryReserveUsed(context)) {
            framed.release();
            discard(context, app, readAt);
            return;
        }
        planner.keptInContext(plan, encoded, in, out);
        if (context.forgetful() && out >= in) {
            framed.release();
            sendRaw(app, RawReason.NO_GAIN, readAt);
            return;
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
        states.sending(context); // with the content check of the frame before
        dictionaries.sending(context);
        frames.carries(cell, appBytes(in, out));
        contexts.sent(context.codec());
        frames.content(content.value());
        frames.write(
                context.nextHead(!plan.references().isEmpty()), framed, encoded.learnt(), cell, timed(readAt, out));
        environment.prepare(context.preparation());
        checkNowAndThen(in);
        states.sent(context, in);
    }

    /** Sends app bytes raw because their frame takes more memory than there is for its context, which is lost with the frame. */
    private void discard(SendingContext context, ByteBuf app, long readAt) {
        states.discarding(context);
        dictionaries.discarding(context);
        sendRaw(app, contexts.steps().discard(context), readAt);
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
        TrafficCell raw = planner.policy().raw();
        rawFrames(reason).increment();
        frames.carries(raw, appBytes(length, length));
        frames.content(content.value());
        frames.writeRaw(FrameDescriptor.data(Codec.NONE, false), app, raw, timed(readAt, length));
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
        planner.unpacked().sent(content, wire);
        int gained = (int) Math.min(surplus, content);
        surplus -= gained;
        return content - gained;
    }

    private LongAdder rawFrames(RawReason reason) {
        return rawFrames.computeIfAbsent(reason, key -> environment.events().rawFrames(peer, key));
    }

    private void checkNowAndThen(int length) {
        uncheckedBytes += length;
        if (uncheckedBytes >= CHECK_EVERY_BYTES) {
            uncheckedBytes = 0;
            control.check(content.toCheck());
        }
    }

    private ChannelPromise timed(long readAt, int bytes) {
        LatencyHistogram latency = planner.policy().latency();
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
        states.finishing();
        control.fin(content.toCheck());
        close();
    }

    /** Frees the contexts. */
    void close() {
        contexts.close();
        planner.close();
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
