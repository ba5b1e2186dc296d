package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameSize;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.BeginFrom;
import io.narrows.proxy.link.proto.Carried;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.EncoderMemory;
import io.narrows.proxy.link.proto.KeepContext;
import io.narrows.proxy.link.proto.KeptHistory;
import io.narrows.proxy.link.proto.OfferHistory;
import io.narrows.proxy.link.proto.Release;
import io.narrows.proxy.link.proto.ReturnHistory;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.receive.RestartLimit;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.send.FrameSender;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.shared.HistoryException;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.link.unpack.RebuildingStream;
import io.narrows.proxy.link.unpack.UnpackingStream;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Both directions of a link that carries a connection. The bytes of either may reveal another traffic class, which then
 * applies to both. Used on the link's event loop only, except for the methods that {@link Link#summary} calls from any
 * thread.
 */
final class DuplexStream {
    /** Receives app bytes and the events of both directions. */
    interface Owner {
        /**
         * Receives app bytes of the peer, in order.
         *
         * @param app for the callee to release
         * @param readAt when they were read from the socket, on the nano clock
         */
        void received(ByteBuf app, long readAt);

        /** Reports that a frame was decoded on a worker, or that a pause is over: the frames that waited for it can continue. */
        void decodedOffLoop();

        /** Reports that frames were written. */
        void wrote();

        /** Reports a failure outside of any caller: delayed or queued bytes could not be sent, or decoding on a worker failed. */
        void failed(Throwable cause);

        /** Writes a message of another link to this one while it is open, and flushes it. Safe from any thread. */
        void later(Runnable message);
    }

    private final Owner owner;
    private final Channel channel;
    private final boolean dialled;
    private final boolean grantsContexts;
    private final ControlWriter control;
    private final Classifier classifier;
    private final SendingStream sending;
    private final UnpackingStream unpacking;
    private final ReceivingStream receiving;
    private final RebuildingStream rebuilding;
    private final LinkHistory history;
    private final AgreedRecipes recipes;
    private final LinkTap.Connection tap;
    private final RestartLimit restarts;
    private final LongAdder pauses;
    private final LongSupplier nanoClock;
    private boolean finishing;
    private boolean paused;

    DuplexStream(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            ConnectionStates states,
            Owner owner) {
        this.owner = owner;
        this.channel = channel;
        this.dialled = terms.dialled();
        this.grantsContexts = terms.grantsContexts();
        this.control = control;
        this.classifier =
                Classifier.of(trafficClass, environment.live().current().patterns());
        this.history = new LinkHistory(environment.histories(), terms.peer(), owner::later, control);
        this.recipes = environment.recipes().agreed(terms.peer(), terms.encoders());
        this.tap = environment
                .tap()
                .connection(
                        terms.peer(),
                        new FrameSize(terms.frames()),
                        new LinkTap.Unpacking(recipes, this::unpacks, UnpackingStream.LONGEST_DELAY));
        FrameSender sender =
                new FrameSender(environment, terms, trafficClass, channel, frames, control, history, states, tap);
        this.sending =
                new SendingStream(channel, sender, environment.workers(), environment.nanoClock(), new Written());
        this.unpacking = new UnpackingStream(
                channel,
                new Content(),
                environment.workers(),
                environment.nanoClock(),
                new Written(),
                recipes,
                environment.unpacking().sending(terms.peer()));
        this.receiving =
                new ReceivingStream(environment, terms, trafficClass, channel.alloc(), history.received(), states);
        Account received = environment.memory().account(Purpose.RECEIVING, terms.peer());
        this.rebuilding = new RebuildingStream(
                channel,
                environment.workers(),
                recipes,
                environment.unpacking().receiving(terms.peer()),
                received,
                environment.recipes().grantedEncoders().of(received),
                new Rebuilt());
        this.nanoClock = environment.nanoClock();
        this.restarts = new RestartLimit(nanoClock.getAsLong());
        this.pauses = environment.events().restartPauses(terms.peer());
    }

    /** Returns the direction to the peer. */
    SendingStream sending() {
        return sending;
    }

    /** Returns the stage that unpacks what is sent. */
    UnpackingStream unpacking() {
        return unpacking;
    }

    /** Returns the direction from the peer. */
    ReceivingStream receiving() {
        return receiving;
    }

    /** Returns the history that the links of this peer share. */
    LinkHistory history() {
        return history;
    }

    // ---- to the peer

    /** Sends app bytes and takes ownership of them; the caller flushes. Must not be called after {@link #finish}. */
    void send(ByteBuf app, long readAt) {
        classifyOrRelease(dialled ? Side.CONNECTING : Side.ANSWERING, app, readAt);
        tap.sent(classifier.trafficClass(), app, readAt);
        unpacking.send(app, readAt);
    }

    /** Returns the formats of pieces that the rule in force unpacks. */
    private Set<PackedFormat> unpacks() {
        return recipes.count() == 0 ? Set.of() : sending.unpacks();
    }

    /** Sends FIN after everything sent before. */
    void finish(Runnable finished) {
        finishing = true;
        unpacking.finish(() -> sending.finish(finished));
    }

    /** Applies a change of the codecs that the peer accepts to bytes sent from now on. */
    void renegotiated(LinkTerms now) {
        if (!finishing) {
            sending.renegotiated(now);
        }
    }

    /** Returns whether the local application has closed its direction. */
    boolean finishing() {
        return finishing;
    }

    /** Frees what was idle for that long: a sending context, the peer's encoder, and history; returns whether to flush. */
    boolean lookAfter(long nanos, long now) {
        if (finishing) {
            return false;
        }
        boolean gaveUp = unpacking.freeEncoderIfIdleFor(nanos, now);
        return sending.lookAfter(nanos, now) || gaveUp;
    }

    // ---- contexts that either side may send

    /** Returns the grants to send before the peer asks, for OPEN: most policies use one codec for both directions. */
    List<ContextWindow> grantAhead() {
        ContextWindow grant = grantsContexts ? receiving.grantAhead(sending.wanted()) : null;
        return grant == null ? List.of() : List.of(grant);
    }

    /** Handles the peer's requests for contexts, and returns the grants. */
    List<ContextWindow> wanted(List<ContextWindow> wants) throws CorruptFrameException {
        List<ContextWindow> answers = new ArrayList<>();
        for (ContextWindow want : wants) {
            ContextWindow answer = receiving.wanted(want);
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }

    /** Applies the peer's grants. */
    void granted(List<ContextWindow> grants) throws CorruptFrameException {
        for (ContextWindow grant : grants) {
            Codec codec = ContextWindows.codec(grant);
            CodecSpec spec = ContextWindows.spec(grant);
            if (!finishing) {
                sending.granted(codec, grant, spec);
            }
        }
    }

    /** Handles the peer's request for an encoder here, and returns the memory that it may have, in bytes. */
    long wantedEncoder(long bytes) throws CorruptFrameException {
        return rebuilding.wantedEncoder(bytes);
    }

    /** Applies the peer's grant of an encoder. */
    void grantedEncoder(EncoderMemory grant) {
        unpacking.grantedEncoder(grant.getBytes());
    }

    /** Returns the largest window that the peer may send with the same codec; 0 for none. */
    int grantedWindowLog() {
        return receiving.grantedWindowLog(sending.codec());
    }

    // ---- from the peer

    /**
     * Decodes a data frame, on a worker if that is slow, and delivers its content to the owner.
     *
     * @param check the frame's {@link ContentCheck} of the content up to its end
     * @param readAt when the frame was read from the socket, on the nano clock
     * @throws ContentDiffersException if the content does not match; in that case, none of the frame is delivered to
     *     the owner
     */
    void receive(int head, ByteBuf payload, long check, long readAt) throws CorruptFrameException {
        if (FrameDescriptor.isNew(head)) {
            restarted();
        }
        if (receiving.isSlow(head, payload)) {
            receiving.decodeOffLoop(head, payload, check, channel.eventLoop(), new DecodedLater(readAt));
        } else {
            decoded(receiving.decode(head, payload, check), readAt);
        }
    }

    /** Pauses the link when the peer restarts contexts too often. */
    private void restarted() {
        long pause = restarts.restarted(nanoClock.getAsLong());
        if (pause > 0) {
            paused = true;
            pauses.increment();
            channel.eventLoop().schedule(this::goOn, pause, TimeUnit.NANOSECONDS);
        }
    }

    private void goOn() {
        paused = false;
        owner.decodedOffLoop();
    }

    /** Decodes a data frame that refers to bytes which this side has sent; see {@link #receive}. */
    void receiveTaught(int head, ByteBuf payload, long check, long readAt) throws CorruptFrameException {
        FrameChecksum learnt = ContentCheck.isWhole(check) ? new FrameChecksum() : null;
        int names = payload.readerIndex();
        try {
            for (HistoryReferences.Name name : HistoryReferences.read(payload)) {
                byte[] bytes = history.provider().taught(name.source(), name.length());
                receiving.learn(head, bytes);
                if (learnt != null) {
                    learnt.update(bytes);
                }
            }
        } catch (HistoryException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
        long ofContent = check;
        if (learnt != null) {
            learnt.update(payload, names, payload.readerIndex() - names);
            ofContent = ContentCheck.whole(ContentCheck.bits(check) ^ learnt.value());
        }
        receive(head, payload, ofContent, readAt);
    }

    /** Handles the peer's message that says whether its content is carried from here on. */
    void carried(Carried message) throws CorruptFrameException {
        rebuilding.carries(message.getOn());
        receiving.carried(message.getOn());
    }

    private void decoded(ByteBuf content, long readAt) throws CorruptFrameException {
        if (rebuilding.isCarried()) {
            rebuilding.receive(content, readAt);
        } else {
            deliver(content, readAt);
        }
    }

    /**
     * Delivers app bytes. Flushes after a change of class, because the change writes delayed bytes and no caller on this path
     * flushes.
     */
    private void deliver(ByteBuf app, long readAt) {
        if (classifyOrRelease(dialled ? Side.ANSWERING : Side.CONNECTING, app, readAt)) {
            channel.flush();
            owner.wrote();
        }
        owner.received(app, readAt);
    }

    private boolean classifyOrRelease(Side side, ByteBuf app, long readAt) {
        try {
            return classify(side, app, readAt);
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
    }

    /**
     * Returns whether the next frame has to wait for the content of one before it, or because contexts were restarted too
     * often.
     */
    boolean holdsBack() {
        return paused || isWorking();
    }

    /** Returns whether content of a frame is being decoded or rebuilt on a worker. */
    boolean isWorking() {
        return receiving.decoding() || rebuilding.holdsBack();
    }

    /** Returns whether reading from the application should pause. */
    boolean congested() {
        return sending.congested() || unpacking.congested();
    }

    /** Returns the memory pinned by bytes of the application that wait. */
    long waitingBytes() {
        return sending.waitingBytes() + unpacking.waitingBytes();
    }

    void verify(Check check) throws CorruptFrameException {
        receiving.verify(check);
    }

    /** @param check the {@link ContentCheck} of a frame without content */
    void verify(long check) throws CorruptFrameException {
        receiving.verify(check);
    }

    void release(Release release) throws CorruptFrameException {
        receiving.release(release.getCodec());
    }

    /** Records that the peer sends no more app bytes. */
    void peerFinished() throws CorruptFrameException {
        rebuilding.finish();
        history.peerFinished();
        receiving.finished();
    }

    void keptHistory(KeptHistory kept) throws CorruptFrameException {
        try {
            history.received().kept(kept.getStream(), kept.getPaused());
        } catch (HistoryException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    void offerHistory(OfferHistory offer, long now) throws CorruptFrameException {
        try {
            history.consumer().offered(offer.getSource(), offer.getStream(), offer.getFrom(), now);
        } catch (HistoryException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    void returnHistory(ReturnHistory returned) throws CorruptFrameException {
        try {
            history.provider().returned(returned.getSource());
        } catch (HistoryException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Keeps the state of the peer's context as the peer does, if this side's rule allows it, too. */
    void keepContext(KeepContext kept) throws CorruptFrameException {
        receiving.keepContext(kept.getCodec(), sending.primes());
    }

    void beginFrom(BeginFrom origin) throws CorruptFrameException {
        receiving.beginFrom(origin.getCodec(), origin.getState());
    }

    /** Records how long received bytes took from the socket to the application. */
    void delivered(long nanos) {
        receiving.latency().record(nanos);
    }

    // ---- both

    /** Returns whether the class changed. */
    private boolean classify(Side from, ByteBuf app, long at) {
        boolean changed = classifier.changedBy(from, app, at);
        if (changed) {
            if (!finishing) {
                unpacking.inOrder(() -> sending.reclassify(classifier.trafficClass()));
            }
            receiving.reclassify(classifier.trafficClass());
        }
        return changed;
    }

    /** Returns the memory of contexts and waiting bytes. */
    long memoryBytes() {
        return sending.memoryBytes()
                + unpacking.waitingBytes()
                + receiving.memoryBytes()
                + rebuilding.memoryBytes()
                + history.memoryBytes();
    }

    /** Discards unwritten bytes. A context in use on a worker is freed when the worker is done. */
    void close() {
        tap.ended();
        unpacking.close();
        sending.close();
        receiving.close();
        rebuilding.close();
        history.close();
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

    private final class Written implements SendingStream.Listener {
        @Override
        public void wrote() {
            owner.wrote();
        }

        @Override
        public void failed(Throwable cause) {
            owner.failed(cause);
        }
    }

    /**
     * Continues after a frame was decoded on a worker. Its callers do not handle exceptions, so failures go to the owner.
     */
    private final class DecodedLater implements ReceivingStream.DecodedFrameListener {
        private final long readAt;

        DecodedLater(long readAt) {
            this.readAt = readAt;
        }

        @Override
        public void decoded(ByteBuf app) {
            try {
                DuplexStream.this.decoded(app, readAt);
                owner.decodedOffLoop();
            } catch (CorruptFrameException | RuntimeException | Error e) {
                owner.failed(e);
            }
        }

        @Override
        public void failed(Throwable cause) {
            owner.failed(cause);
        }
    }

    private final class Rebuilt implements RebuildingStream.Listener {
        @Override
        public void rebuilt(ByteBuf app, long readAt) {
            receiving.rebuilt(app.readableBytes());
            deliver(app, readAt);
        }

        @Override
        public void rebuiltOffLoop() {
            owner.decodedOffLoop();
        }

        @Override
        public void failed(Throwable cause) {
            owner.failed(cause);
        }
    }
}
