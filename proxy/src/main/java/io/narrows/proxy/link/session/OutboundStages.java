package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.dictionary.DictionaryRule;
import io.narrows.proxy.link.dictionary.SampledBeginning;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameSize;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.EncoderMemory;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.send.FrameSender;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.link.unpack.UnpackingStream;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Set;

/**
 * The stages that app bytes pass on their way to the peer. Beside them, the bytes are shown to the link's tap, and the first content to the
 * dictionaries that are made of it:
 *
 * <pre>
 *  app bytes ---> UnpackingStream ---- content ----> SendingStream ---> frames
 *             \-> LinkTap           \-> LinkTap, SampledBeginning
 * </pre>
 *
 * <p>Used on the link's event loop only, except for what {@link SessionFigures} reads from any thread.
 */
final class OutboundStages {
    private final ControlWriter control;
    private final AgreedRecipes recipes;
    private final LinkTap.Connection tap;
    private final SampledBeginning beginning;
    private final SendingStream sending;
    private final UnpackingStream unpacking;
    private TrafficClass trafficClass;
    private boolean finishing;

    OutboundStages(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            LinkHistory history,
            AgreedRecipes recipes,
            ConnectionStates states,
            ConnectionDictionaries dictionaries,
            SendingStream.Listener listener) {
        this.trafficClass = trafficClass;
        this.control = control;
        this.recipes = recipes;
        this.tap = environment
                .tap()
                .connection(
                        terms.peer(),
                        new FrameSize(terms.frames()),
                        new LinkTap.Unpacking(recipes, this::unpacks, UnpackingStream.LONGEST_DELAY));
        this.beginning = dictionaries.beginning(new DictionaryRule(environment.live(), environment.nanoClock(), terms));
        FrameSender sender = new FrameSender(
                environment, terms, trafficClass, channel, frames, control, history, states, dictionaries, tap);
        this.sending = new SendingStream(channel, sender, environment.workers(), environment.nanoClock(), listener);
        this.unpacking = new UnpackingStream(
                channel,
                new Content(),
                environment.workers(),
                environment.nanoClock(),
                listener,
                recipes,
                environment.unpacking().sending(terms.peer()));
    }

    /** Returns the stage that encodes and writes frames. */
    SendingStream sending() {
        return sending;
    }

    /** Returns the stage that unpacks what is sent. */
    UnpackingStream unpacking() {
        return unpacking;
    }

    /** Returns the formats of pieces that the rule in force unpacks. */
    private Set<PackedFormat> unpacks() {
        return recipes.count() == 0 ? Set.of() : sending.unpacks();
    }

    /** Sends app bytes and takes ownership of them; the caller flushes. Must not be called after {@link #finish}. */
    void send(ByteBuf app, long readAt) {
        tap.sent(trafficClass, app, readAt);
        unpacking.send(app, readAt);
    }

    /** Sends FIN after everything sent before. */
    void finish(Runnable finished) {
        finishing = true;
        unpacking.finish(() -> sending.finish(finished));
    }

    /** Returns whether the local application has closed its direction. */
    boolean finishing() {
        return finishing;
    }

    /** Applies a change of the codecs that the peer accepts to bytes sent from now on. */
    void renegotiated(LinkTerms now) {
        if (!finishing) {
            sending.renegotiated(now);
        }
    }

    /** Applies a change of the connection's class to bytes sent from now on. */
    void reclassify(TrafficClass changed) {
        trafficClass = changed;
        beginning.classified(changed);
        if (!finishing) {
            unpacking.inOrder(() -> sending.reclassify(trafficClass));
        }
    }

    /** Applies the peer's grants of contexts. */
    void granted(List<ContextWindow> grants) throws CorruptFrameException {
        for (ContextWindow grant : grants) {
            Codec codec = ContextWindows.codec(grant);
            CodecSpec spec = ContextWindows.spec(grant);
            if (!finishing) {
                sending.granted(codec, grant, spec);
            }
        }
    }

    /** Applies the peer's grant of an encoder. */
    void grantedEncoder(EncoderMemory grant) {
        unpacking.grantedEncoder(grant.getBytes());
    }

    /** Frees what was idle for that long: a sending context, the peer's encoder, and history; returns whether to flush. */
    boolean lookAfter(long nanos, long now) {
        if (finishing) {
            return false;
        }
        boolean gaveUp = unpacking.freeEncoderIfIdleFor(nanos, now);
        return sending.lookAfter(nanos, now) || gaveUp;
    }

    /** Returns whether reading from the application should pause. */
    boolean congested() {
        return sending.congested() || unpacking.congested();
    }

    /** Returns the memory pinned by bytes of the application that wait. */
    long waitingBytes() {
        return sending.waitingBytes() + unpacking.waitingBytes();
    }

    /** Returns the memory of contexts and waiting bytes. */
    long memoryBytes() {
        return sending.memoryBytes() + unpacking.waitingBytes();
    }

    /** Returns the memory of contexts that is on the Java heap, in bytes. */
    long heapBytes() {
        return sending.heapBytes();
    }

    /** Discards unwritten bytes. A context in use on a worker is freed when the worker is done. */
    void close() {
        tap.ended();
        beginning.ended();
        unpacking.close();
        sending.close();
    }

    /** Passes content on to the frames. */
    private final class Content implements UnpackingStream.Next {
        @Override
        public Set<PackedFormat> unpacks() {
            return sending.unpacks();
        }

        @Override
        public boolean compresses() {
            return sending.compresses();
        }

        @Override
        public boolean gains(PackedFormat format, int bytes) {
            return sending.unpackingGains(format, bytes);
        }

        @Override
        public void unpacked(PackedFormat format, long from, int carried, int original) {
            sending.unpacked(format, from, carried, original);
        }

        @Override
        public void content(ByteBuf content, int surplus, long readAt) {
            beginning.sent(trafficClass, content);
            sending.surplus(surplus);
            if (!unpacking.formats().isEmpty()) {
                tap.carried(content, surplus, readAt);
            }
            sending.send(content, readAt);
        }

        @Override
        public void carries(boolean carried) {
            sending.carries(carried);
        }

        @Override
        public void wantsEncoder(long bytes) {
            sending.after(() -> control.wantEncoder(bytes));
        }
    }
}
