package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Carrier;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.LinkDictionaries;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.liveness.LinkLiveness;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkFigures;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.registry.RegisteredLink;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.Set;

/**
 * One connection between two sidecars, after their hellos. It carries one captured connection:
 *
 * <pre>
 *           open()  / OPEN received             opened / accept()            both directions finished,
 *  READY ------------------------------> OPENING ----------------> OPEN ---- RESET, or the connection lost ----> CLOSED
 *    |                                      |                                                                      ^
 *    +--- connection lost, retire() --------+--- refused, connection lost ----------------------------------------+
 * </pre>
 *
 * <p>It ends cleanly only by FIN in both directions. Any other end is a reset for the application, so that truncation never
 * looks like a clean end. All methods are called on the link's event loop, except where noted.
 *
 * <p>What is received passes through the parts from left to right; only OPEN, its answer and REFUSAL are passed back to the link:
 *
 * <pre>
 *  LinkHandler -> InboundFrames -> ControlDispatch -> LinkLiveness (keepalives)  -> LinkCloser -> LinkLifecycle (state, user)
 *                                                  -> CodecTerms (withdrawals)                      -> DuplexStream (app bytes)
 *                                                  -> ContextExchange (wants, grants)
 *                                                  -> DictionaryExchange
 * </pre>
 *
 * <p>The directions report back to {@link ConnectionEvents}: received bytes go to the user, and {@link InboundFrames} continues when a worker
 * is done. {@link LinkMemoryUse} counts the memory of {@link InboundFrames} and {@link DuplexStream}.
 */
public final class Link implements Carrier, RegisteredLink {
    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final CodecTerms codecs;
    private final OpenRequests openRequests;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final ControlTraffic controlTraffic;
    private final LinkBill bill;
    private final LinkLiveness liveness;
    private final LivenessTracker tracker;
    private final long number;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final ContextExchange contexts;
    private final DictionaryExchange dictionaries;
    private final InboundFrames inbound;
    private final LinkMemoryUse memory;
    private final ConnectionEvents events;
    private final LinkHandler handler;
    private final OfferedStates states;
    private final LinkFigures figures;

    public Link(
            LinkEnvironment environment,
            LinkTerms terms,
            OpenRequests openRequests,
            Channel channel,
            WireCounter wire) {
        this.environment = environment;
        this.terms = terms;
        this.openRequests = openRequests;
        this.channel = channel;
        this.controlTraffic = new ControlTraffic(environment, terms, wire);
        this.frames = new FrameWriter(channel, terms.frames(), wire);
        this.control = new ControlWriter(frames, controlTraffic::sent);
        this.bill = wire.bill();
        this.lifecycle = new LinkLifecycle(this::free);
        this.closer = new LinkCloser(environment, terms.peer(), channel, lifecycle);
        this.memory = new LinkMemoryUse(
                channel, lifecycle, environment.memory().account(Purpose.QUEUES, terms.peer()), this::pinnedBytes);
        this.liveness = new LinkLiveness(
                channel,
                control,
                closer,
                terms.liveness(),
                () -> environment.live().current().link().liveness(),
                environment.nanoClock());
        this.tracker = liveness.tracker();
        this.number = environment.registry().nextNumber();
        this.codecs = new CodecTerms(environment, control, lifecycle, closer, tracker, terms);
        this.contexts = new ContextExchange(channel, control, lifecycle, closer, tracker, environment.nanoClock());
        this.dictionaries = new DictionaryExchange(environment, terms, channel, control, lifecycle, closer, tracker);
        this.inbound = new InboundFrames(
                channel,
                terms,
                lifecycle,
                closer,
                new ControlDispatch(
                        this,
                        lifecycle,
                        closer,
                        liveness,
                        codecs,
                        contexts,
                        dictionaries,
                        terms.dialled(),
                        environment.nanoClock(),
                        channel,
                        control),
                tracker,
                wire,
                controlTraffic::received,
                environment.nanoClock(),
                memory);
        this.events = new ConnectionEvents(
                channel, lifecycle, closer, inbound, memory, bill, tracker, environment.nanoClock());
        this.handler = new LinkHandler(terms.peer(), inbound, events, closer);
        this.states = new OfferedStates(channel, inbound::readingNanos);
        this.figures = new SessionFigures(terms, lifecycle, codecs, memory, bill, controlTraffic);
        controlTraffic.begin();
        environment.events().linked(terms.peer());
        environment.reached().add(new ReachedOnce.Destination.Peer(terms.peer()));
        environment.registry().add(this);
    }

    @Override
    public void relocate() {
        controlTraffic.relocate();
        DuplexStream current = lifecycle.duplexIfTaken();
        if (current != null) {
            current.inbound().receiving().traffic().relocate();
        }
    }

    // ---- for the owner of the link

    /** Returns the peer's id, which was configured when it sent its hello. */
    @Override
    public PeerId peer() {
        return terms.peer();
    }

    @Override
    public boolean encrypted() {
        return terms.encrypted();
    }

    @Override
    public boolean dialled() {
        return terms.dialled();
    }

    @Override
    public LinkState state() {
        return lifecycle.state();
    }

    @Override
    public EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** Returns the handler that the link's channel must have as its last one. */
    public LinkHandler handler() {
        return handler;
    }

    /** Sets an action to run if the link is lost before it is taken. */
    public void onLostWhileReady(Runnable action) {
        lifecycle.onLostWhileReady(action);
    }

    /** Runs an action when the link's connection is closed, immediately if it already is. */
    public void onConnectionClosed(Runnable action) {
        channel.closeFuture().addListener(closed -> action.run());
    }

    /** Returns whether the peer begins TLS with its target if it is asked to. */
    public boolean tlsThrough() {
        return terms.tlsThrough();
    }

    /** Takes the link for a captured connection. Bytes may be sent immediately. */
    public void open(LinkUser newUser, String targetName, TrafficClass trafficClass) {
        open(newUser, targetName, trafficClass, Optional.empty());
    }

    /**
     * Takes the link for a captured connection.
     *
     * @param tls what the peer must ask its target for in TLS, if {@link #tlsThrough}; empty to reach it without
     */
    public void open(LinkUser newUser, String targetName, TrafficClass trafficClass, Optional<RequestedTls> tls) {
        if (state() != LinkState.READY) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        lifecycle.takenBy(newUser);
        closer.failIfItThrows(() -> {
            start(targetName, trafficClass, tls.isPresent());
            liveness.probeAfterSilence(this::cutUnanswered);
            control.open(
                    targetName,
                    trafficClass,
                    tls,
                    lifecycle.duplex().outbound().sending().askAhead(),
                    lifecycle.duplex().grantAhead());
            tracker.flush();
        });
    }

    private void cutUnanswered() {
        if (state() == LinkState.OPENING) {
            cut(Failure.PEER_SILENT);
        }
    }

    private void start(String targetName, TrafficClass trafficClass, boolean tls) {
        lifecycle.opening(
                targetName,
                new DuplexStream(
                        environment,
                        codecs.terms(),
                        trafficClass,
                        channel,
                        frames,
                        control,
                        states.connection(targetName, terms.dialled(), tls),
                        dictionaries.connection(targetName, tls),
                        events));
    }

    /** Answers an OPEN after the target was reached without TLS. */
    public void accept(LinkUser newUser) {
        accept(newUser, Reached.PLAIN);
    }

    /**
     * Answers an OPEN after the target was reached.
     *
     * @param target what the target contributed to TLS
     */
    public void accept(LinkUser newUser, Reached target) {
        if (state() != LinkState.OPENING) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        lifecycle.takenBy(newUser);
        lifecycle.opened();
        bill.connectionOpened();
        closer.failIfItThrows(() -> {
            control.opened(target, lifecycle.duplex().outbound().sending().askBehind(), contexts.takeGrants());
            tracker.flush();
            resume();
        });
    }

    /** Answers an OPEN after the target was not reached. */
    public void refuse(Refused.Reason reason, String detail) {
        closer.closeAfter(() -> control.refused(reason, detail));
    }

    @Override
    public void send(ByteBuf bytes, long bytesReadAt) {
        if (lifecycle.ended() || lifecycle.duplex().outbound().finishing()) {
            bytes.release();
            return;
        }
        try {
            bill.appWritten(bytes.readableBytes());
            lifecycle.duplex().send(bytes, bytesReadAt);
            tracker.spoke(bytesReadAt);
        } catch (RuntimeException | Error e) {
            closer.fail(Failure.INTERNAL, e);
        }
    }

    /** Flushes the sent bytes; lingering bytes still wait for more. */
    @Override
    public void flush() {
        bill.appWriteEnded();
        channel.flush();
        memory.count();
    }

    @Override
    public void finish() {
        if (lifecycle.ended() || lifecycle.duplex().outbound().finishing()) {
            return;
        }
        closer.failIfItThrows(() -> lifecycle.duplex().outbound().finish(() -> {
            closer.finSent();
            tracker.flush();
            closer.endIfFinished();
        }));
    }

    @Override
    public void abort() {
        closer.abort(control::reset);
    }

    @Override
    public void delivered(long bytesReadAt) {
        lifecycle.duplex().inbound().receiving().traffic().latency().record(now() - bytesReadAt);
    }

    @Override
    public void resume() {
        inbound.resume();
    }

    @Override
    public boolean writable() {
        return memory.writable();
    }

    @Override
    public void retire() {
        if (state() == LinkState.READY) {
            closer.close();
        }
    }

    /** Closes the link immediately; its user, if any, is notified of the loss. */
    @Override
    public void cut(Failure failure) {
        closer.fail(failure, null);
    }

    // ---- queried by LinkRegistry and Watchdog

    @Override
    public LinkFigures figures() {
        return figures;
    }

    @Override
    public void bookHeaders() {
        bill.round();
    }

    @Override
    public LinkLiveness liveness() {
        return liveness;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public void releaseIfIdleFor(long nanos) {
        dictionaries.lookAfter();
        if (state() == LinkState.OPEN) {
            if (lifecycle.duplex().outbound().lookAfter(nanos, now())) {
                channel.flush();
            }
            contexts.lookAfter();
            memory.count();
            memory.countHeap();
        }
    }

    // ---- from the peer

    void onOpen(Open open) throws CorruptFrameException {
        start(open.getTarget(), environment.knownClass(open.getTrafficClass()), open.hasTls());
        contexts.received(open);
        openRequests.opened(this, open);
    }

    void onOpened(Opened opened) throws CorruptFrameException {
        lifecycle.opened();
        bill.connectionOpened();
        contexts.received(opened);
        if (!lifecycle.ended()) {
            lifecycle.user().opened(new Reached(opened.getAlpn(), opened.getGreeting()));
        }
    }

    /** Sets the supported codecs that this side's hello left out. */
    public void refused(Set<Codec> byHello) {
        codecs.leftOut(byHello);
    }

    /** Sets the states that the hellos offered, which the link owns. */
    public void offered(LinkStates byHellos) {
        states.offered(byHellos);
    }

    /** Sets the dictionaries that the hellos offered, which the link owns. */
    public void offered(LinkDictionaries byHellos) {
        dictionaries.agreed(byHellos);
    }

    @Override
    public void tellRefusals() {
        codecs.tellRefusals();
    }

    void onRefusal(Refusal refusal) {
        Refusals.log(environment, terms.peer(), channel.remoteAddress(), refusal, "the peer refuses this link");
        closer.drop(Failure.HELLO_REFUSED);
    }

    // ---- internals

    private int pinnedBytes() {
        return inbound.pinnedBytes();
    }

    private void free() {
        inbound.close();
        memory.close();
        states.close();
        dictionaries.close();
        if (closer.finished()) {
            bill.connectionEnded(closer.finSentFirst());
        }
        environment.registry().remove(this);
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
