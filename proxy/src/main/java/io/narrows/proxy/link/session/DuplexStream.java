package io.narrows.proxy.link.session;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.shared.LinkHistory;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.List;

/**
 * Both directions of a link that carries a connection, and what they share: the bytes of either may reveal another traffic class, which
 * then applies to both. Used on the link's event loop only, except for the methods that {@link SessionFigures} calls from any
 * thread.
 */
final class DuplexStream {
    /** Receives app bytes and the events of both directions. */
    interface Owner extends SendingStream.Listener {
        /**
         * Receives app bytes of the peer, in order.
         *
         * @param app for the callee to release
         * @param readAt when they were read from the socket, on the nano clock
         */
        void received(ByteBuf app, long readAt);

        /** Reports that a frame was decoded on a worker, or that a pause is over: the frames that waited for it can continue. */
        void decodedOffLoop();

        /** Reports a failure outside of any caller: delayed or queued bytes could not be sent, or a worker could not decode or rebuild some. */
        @Override
        void failed(Throwable cause);

        /** Writes a message of another link to this one while it is open, and flushes it. Safe from any thread. */
        void later(Runnable message);
    }

    private final Owner owner;
    private final Channel channel;
    private final boolean dialled;
    private final boolean grantsContexts;
    private final Classifier classifier;
    private final LinkHistory history;
    private final OutboundStages outbound;
    private final InboundStages inbound;

    DuplexStream(
            LinkEnvironment environment,
            LinkTerms terms,
            TrafficClass trafficClass,
            Channel channel,
            FrameWriter frames,
            ControlWriter control,
            ConnectionStates states,
            ConnectionDictionaries dictionaries,
            Owner owner) {
        this.owner = owner;
        this.channel = channel;
        this.dialled = terms.dialled();
        this.grantsContexts = terms.grantsContexts();
        this.classifier =
                Classifier.of(trafficClass, environment.live().current().patterns());
        this.history = new LinkHistory(environment.histories(), terms.peer(), owner::later, control);
        AgreedRecipes recipes = environment.recipes().agreed(terms.peer(), terms.encoders());
        this.outbound = new OutboundStages(
                environment,
                terms,
                trafficClass,
                channel,
                frames,
                control,
                history,
                recipes,
                states,
                dictionaries,
                owner);
        this.inbound = new InboundStages(
                environment, terms, trafficClass, channel, history, recipes, states, dictionaries, new Received());
    }

    /** Returns the direction to the peer. */
    OutboundStages outbound() {
        return outbound;
    }

    /** Returns the direction from the peer. */
    InboundStages inbound() {
        return inbound;
    }

    /** Returns the history that the links of this peer share. */
    LinkHistory history() {
        return history;
    }

    // ---- app bytes and their class

    /** Sends app bytes and takes ownership of them; the caller flushes. Must not be called after {@link OutboundStages#finish}. */
    void send(ByteBuf app, long readAt) {
        classifyOrRelease(dialled ? Side.CONNECTING : Side.ANSWERING, app, readAt);
        outbound.send(app, readAt);
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
        inbound.receiving().classified();
        owner.received(app, readAt);
    }

    /** Returns whether the class changed. */
    private boolean classifyOrRelease(Side from, ByteBuf app, long readAt) {
        try {
            boolean changed = classifier.changedBy(from, app, readAt);
            if (changed) {
                outbound.reclassify(classifier.trafficClass());
                inbound.receiving().traffic().reclassify(classifier.trafficClass());
            }
            return changed;
        } catch (RuntimeException | Error e) {
            app.release();
            throw e;
        }
    }

    // ---- contexts that both directions have

    /** Returns the grants to send before the peer asks, for OPEN: most policies use one codec for both directions. */
    List<ContextWindow> grantAhead() {
        ContextWindow grant = grantsContexts
                ? inbound.receiving().contexts().grantAhead(outbound.sending().wanted())
                : null;
        return grant == null ? List.of() : List.of(grant);
    }

    /** Returns the largest window that the peer may send with the codec of sent frames; 0 for none. */
    int grantedWindowLog() {
        return inbound.receiving()
                .contexts()
                .grantedWindowLog(outbound.sending().codec());
    }

    // ---- memory

    /** Returns the memory of contexts and waiting bytes. */
    long memoryBytes() {
        return outbound.memoryBytes() + inbound.memoryBytes() + history.memoryBytes();
    }

    /** Returns the memory of contexts and of pieces that is on the Java heap, without probes and shared history, in bytes. */
    long heapBytes() {
        return outbound.heapBytes() + inbound.heapBytes();
    }

    /** Discards unwritten bytes. A context in use on a worker is freed when the worker is done. */
    void close() {
        outbound.close();
        inbound.close();
        history.close();
    }

    private final class Received implements InboundStages.Listener {
        @Override
        public void decoded(ByteBuf app, long readAt) {
            deliver(app, readAt);
        }

        @Override
        public void decodedOffLoop() {
            owner.decodedOffLoop();
        }

        @Override
        public void failed(Throwable cause) {
            owner.failed(cause);
        }
    }
}
