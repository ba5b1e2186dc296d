package io.narrows.proxy.link.session;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.ContentCheck;
import io.narrows.proxy.link.frame.ContentDiffersException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.Carried;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.receive.ReceivingStream;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.shared.HistoryException;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.link.unpack.RebuildingStream;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages that the peer's frames pass on their way to the application:
 *
 * <pre>
 *  frames ---> ReceivingStream ---> content ---> RebuildingStream (once content is carried) ---> app bytes
 * </pre>
 *
 * <p>Either stage may work off the event loop. Later frames then wait ({@link #holdsBack}). Used on the link's event loop only.
 */
final class InboundStages {
    /** Receives app bytes and the events of these stages. */
    interface Listener {
        /**
         * Receives app bytes of the peer, in order.
         *
         * @param app for the callee to release
         * @param readAt when they were read from the socket, on the nano clock
         */
        void decoded(ByteBuf app, long readAt);

        /** Reports that a frame was decoded on a worker, or that a pause is over: the frames that waited for it can continue. */
        void decodedOffLoop();

        /** Reports that decoding on a worker failed. */
        void failed(Throwable cause);
    }

    private final Channel channel;
    private final LinkHistory history;
    private final Listener listener;
    private final ReceivingStream receiving;
    private final RebuildingStream rebuilding;
    private final RestartPause restarts;

    InboundStages(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            LinkHistory history,
            AgreedRecipes recipes,
            ConnectionStates states,
            ConnectionDictionaries dictionaries,
            Listener listener) {
        this.channel = channel;
        this.history = history;
        this.listener = listener;
        this.receiving = new ReceivingStream(
                environment, terms, trafficClass, channel.alloc(), history.received(), states, dictionaries);
        Account received = environment.memory().account(Purpose.RECEIVING, terms.peer());
        this.rebuilding = new RebuildingStream(
                channel,
                environment.workers(),
                recipes,
                environment.unpacking().receiving(terms.peer()),
                received,
                environment.recipes().grantedEncoders().of(received),
                new Rebuilt());
        this.restarts = new RestartPause(
                channel,
                environment.events().restartPauses(terms.peer()),
                environment.nanoClock(),
                listener::decodedOffLoop);
    }

    /** Returns the stage that decodes frames, for what concerns it alone. */
    ReceivingStream receiving() {
        return receiving;
    }

    // ---- frames

    /**
     * Decodes a data frame, on a worker if that is slow, and delivers its content to the listener.
     *
     * @param check the frame's {@link ContentCheck} of the content up to its end
     * @param readAt when the frame was read from the socket, on the nano clock
     * @throws ContentDiffersException if the content does not match; in that case, none of the frame is delivered to
     *     the listener
     */
    void receive(int head, ByteBuf payload, long check, long readAt) throws CorruptFrameException {
        if (FrameDescriptor.isNew(head)) {
            restarts.restarted();
        }
        if (receiving.isSlow(head, payload)) {
            receiving.decodeOffLoop(head, payload, check, channel.eventLoop(), new DecodedLater(readAt));
        } else {
            decoded(receiving.decode(head, payload, check), readAt);
        }
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

    private void decoded(ByteBuf content, long readAt) throws CorruptFrameException {
        if (rebuilding.isCarried()) {
            rebuilding.receive(content, readAt);
        } else {
            listener.decoded(content, readAt);
        }
    }

    /**
     * Returns whether the next frame has to wait for the content of one before it, or because contexts were restarted too
     * often.
     */
    boolean holdsBack() {
        return restarts.isPaused() || isWorking();
    }

    /** Returns whether content of a frame is being decoded or rebuilt on a worker. */
    boolean isWorking() {
        return receiving.decoding() || rebuilding.holdsBack();
    }

    // ---- control messages

    /** Handles the peer's message that says whether its content is carried from here on. */
    void carried(Carried message) throws CorruptFrameException {
        rebuilding.carries(message.getOn());
        receiving.carried(message.getOn());
    }

    /** Handles the peer's requests for contexts, and returns the grants. */
    List<ContextWindow> wanted(List<ContextWindow> wants) throws CorruptFrameException {
        List<ContextWindow> answers = new ArrayList<>();
        for (ContextWindow want : wants) {
            ContextWindow answer = receiving.contexts().wanted(want);
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }

    /** Handles the peer's request for an encoder here, and returns the memory that it may have, in bytes. */
    long wantedEncoder(long bytes) throws CorruptFrameException {
        return rebuilding.wantedEncoder(bytes);
    }

    /** Records that the peer sends no more app bytes. */
    void peerFinished() throws CorruptFrameException {
        rebuilding.finish();
        history.peerFinished();
        receiving.finished();
    }

    // ---- memory

    /** Returns the memory of contexts and of pieces. */
    long memoryBytes() {
        return receiving.contexts().memoryBytes() + rebuilding.memoryBytes();
    }

    /** Returns the part of that memory that is on the Java heap, in bytes. */
    long heapBytes() {
        return receiving.contexts().heapBytes() + rebuilding.heapBytes();
    }

    /** Frees everything. A context in use on a worker is freed when the worker is done. */
    void close() {
        receiving.close();
        rebuilding.close();
    }

    /**
     * Continues after a frame was decoded on a worker. Its callers do not handle exceptions, so failures go to the listener.
     */
    private final class DecodedLater implements ReceivingStream.DecodedFrameListener {
        private final long readAt;

        DecodedLater(long readAt) {
            this.readAt = readAt;
        }

        @Override
        public void decoded(ByteBuf content) {
            try {
                InboundStages.this.decoded(content, readAt);
                listener.decodedOffLoop();
            } catch (CorruptFrameException | RuntimeException | Error e) {
                listener.failed(e);
            }
        }

        @Override
        public void failed(Throwable cause) {
            listener.failed(cause);
        }
    }

    private final class Rebuilt implements RebuildingStream.Listener {
        @Override
        public void rebuilt(ByteBuf app, long readAt) {
            receiving.traffic().rebuilt(app.readableBytes());
            listener.decoded(app, readAt);
        }

        @Override
        public void rebuiltOffLoop() {
            listener.decodedOffLoop();
        }

        @Override
        public void failed(Throwable cause) {
            listener.failed(cause);
        }
    }
}
