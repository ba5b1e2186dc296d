package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Carrier;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.liveness.LinkLiveness;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.link.liveness.PairRound;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.Answer;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.EncoderMemory;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.registry.RegisteredLink;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.transport.BrokenConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 * <p>Each part refers only to the parts to its right; only OPEN and REFUSAL are passed back to the link:
 *
 * <pre>
 *  LinkHandler -> Link -> InboundFrames -> ControlDispatch -> LinkCloser -> LinkLifecycle (state, user)
 *                                                                               -> DuplexStream (app bytes)
 * </pre>
 */
public final class Link implements Carrier, RegisteredLink {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /**
     * Time allowed for the first keepalive of a link that was idle when it was taken: enough for several round trips
     * and a lost packet.
     */
    private static final long PROBE_MILLIS = 1_000;

    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final CodecTerms codecs;
    private final OpenRequests openRequests;
    private final Channel channel;
    private final FrameWriter frames;
    private final ControlWriter control;
    private volatile TrafficCell sentControl;
    private volatile TrafficCell receivedControl;
    private final LinkBill bill;
    private final LinkLiveness liveness;
    private final LivenessTracker tracker;
    private final long number;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final InboundFrames inbound;
    private final WaitingBytes waiting;
    private List<ContextWindow> answers = List.of();
    private @Nullable LinkStates states;
    private @Nullable ScheduledFuture<?> statesEnd;
    private volatile long memoryBytes;

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
        this.sentControl = controlCell(Direction.SENT);
        this.receivedControl = controlCell(Direction.RECEIVED);
        this.frames = new FrameWriter(channel, terms.frames(), wire);
        this.control = new ControlWriter(frames, () -> sentControl);
        this.bill = wire.bill();
        this.waiting = new WaitingBytes(channel, environment.memory().account(Purpose.QUEUES, terms.peer()));
        this.codecs = new CodecTerms(environment, control, terms);
        this.liveness = new LinkLiveness(
                channel,
                control,
                terms.liveness(),
                () -> environment.live().current().link().liveness(),
                environment.nanoClock());
        this.tracker = liveness.tracker();
        this.number = environment.registry().nextNumber();
        this.lifecycle = new LinkLifecycle(this::free);
        this.closer = new LinkCloser(environment, terms.peer(), channel, lifecycle);
        this.inbound = new InboundFrames(
                channel,
                terms,
                lifecycle,
                closer,
                new ControlDispatch(
                        this, lifecycle, closer, terms.dialled(), environment.nanoClock(), channel, control),
                tracker,
                wire,
                () -> receivedControl,
                environment.nanoClock(),
                this::countMemory);
        wire.control(sentControl, receivedControl);
        bill.round();
        environment.events().linked(terms.peer());
        environment.reached().add(new ReachedOnce.Destination.Peer(terms.peer()));
        environment.registry().add(this);
    }

    private TrafficCell controlCell(Direction direction) {
        Location place = terms.place(environment.live().current());
        return environment.traffic().cell(terms.peer(), place, TrafficClass.CONTROL, Codec.NONE, direction);
    }

    @Override
    public void relocate() {
        sentControl = controlCell(Direction.SENT);
        receivedControl = controlCell(Direction.RECEIVED);
        bill.round();
        bill.control(sentControl, receivedControl);
        DuplexStream current = lifecycle.duplexIfTaken();
        if (current != null) {
            current.receiving().relocate();
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
            boolean silent = liveness.askAfterSilence();
            control.open(
                    targetName,
                    trafficClass,
                    tls,
                    lifecycle.duplex().sending().askAhead(),
                    lifecycle.duplex().grantAhead());
            say();
            if (silent) {
                cutUnlessHeardSoon();
            }
        });
    }

    /**
     * Cuts a link that does not answer its first probe. The connection of an idle link may have been lost unnoticed; another
     * link can replace it as long as nothing was sent.
     */
    private void cutUnlessHeardSoon() {
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (state() == LinkState.OPENING && liveness.waitsForAnswer()) {
                                cut(Failure.PEER_SILENT);
                            }
                        },
                        PROBE_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    private void start(String targetName, TrafficClass trafficClass, boolean tls) {
        ConnectionStates ofConnection = ConnectionStates.NONE;
        if (states != null) {
            ofConnection = states.connection(targetName, terms.dialled(), tls);
            releaseStatesAfter(states, LinkStates.HELD_AFTER_OPEN_NANOS);
        }
        lifecycle.opening(
                targetName,
                new DuplexStream(
                        environment,
                        codecs.terms(),
                        trafficClass,
                        channel,
                        frames,
                        control,
                        ofConnection,
                        new Carried()));
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
            control.opened(target, lifecycle.duplex().sending().askBehind(), answers);
            answers = List.of();
            say();
            resume();
        });
    }

    /** Answers an OPEN after the target was not reached. */
    public void refuse(Refused.Reason reason, String detail) {
        closer.closeAfter(() -> control.refused(reason, detail));
    }

    @Override
    public void send(ByteBuf bytes, long bytesReadAt) {
        if (lifecycle.ended() || lifecycle.duplex().finishing()) {
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
        countMemory();
    }

    @Override
    public void finish() {
        if (lifecycle.ended() || lifecycle.duplex().finishing()) {
            return;
        }
        closer.failIfItThrows(() -> lifecycle.duplex().finish(() -> {
            closer.finSent();
            say();
            closer.endIfFinished();
        }));
    }

    @Override
    public void abort() {
        closer.abort(control::reset);
    }

    @Override
    public void delivered(long bytesReadAt) {
        lifecycle.duplex().delivered(now() - bytesReadAt);
    }

    @Override
    public void resume() {
        inbound.resume();
    }

    @Override
    public boolean writable() {
        waiting.adjustMarks();
        return channel.isWritable()
                && (lifecycle.duplexIfTaken() == null || !lifecycle.duplex().congested());
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
    public long memoryBytes() {
        return memoryBytes;
    }

    @Override
    public LinkSummary summary() {
        DuplexStream current = lifecycle.duplexIfTaken();
        return new LinkSummary(
                terms.peer(),
                terms.dialled(),
                state(),
                lifecycle.target(),
                current == null ? "" : current.sending().trafficClass().name(),
                current == null ? "" : current.sending().codec().label(),
                steppedDown(current),
                current == null ? 0 : current.sending().windowLog(),
                current == null ? 0 : current.grantedWindowLog(),
                current == null ? Set.of() : current.unpacking().formats(),
                current == null ? 0 : current.unpacking().commonRecipes(),
                terms.encrypted(),
                codecs.refused(),
                bill.headersSent(),
                bill.headersReceived(),
                bill.isRead(),
                memoryBytes);
    }

    private static String steppedDown(@Nullable DuplexStream current) {
        StepDownReason reason = current == null ? null : current.sending().steppedDown();
        return reason == null ? "" : reason.label();
    }

    @Override
    public boolean isSteppedDown() {
        return !steppedDown(lifecycle.duplexIfTaken()).isEmpty();
    }

    @Override
    public String tierLabel() {
        return receivedControl.labels().tierLabel();
    }

    @Override
    public void bookHeaders() {
        bill.round();
    }

    @Override
    public void beat() {
        if (talks() && liveness.beat()) {
            say();
        }
    }

    @Override
    public void beat(PairRound pair) {
        if (talks() && liveness.beat(pair, state() == LinkState.READY, pair.isSpeaker(number))) {
            say();
        }
    }

    @Override
    public boolean isPaired() {
        return liveness.isPaired();
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public boolean listens() {
        return channel.config().isAutoRead();
    }

    @Override
    public long heardAt() {
        return tracker.heardAt();
    }

    @Override
    public void listenAnew() {
        liveness.listenAnew();
    }

    @Override
    public void releaseIfIdleFor(long nanos) {
        if (state() == LinkState.OPEN) {
            if (lifecycle.duplex().lookAfter(nanos, now())) {
                channel.flush();
            }
            lookAfterGrants();
            countMemory();
        }
    }

    private void lookAfterGrants() {
        try {
            List<ContextWindow> changed = lifecycle.duplex().receiving().lookAfter(now());
            if (!changed.isEmpty()) {
                changed.forEach(this::grant);
                channel.flush();
            }
        } catch (CorruptFrameException e) {
            closer.fail(e.failure(), e);
        }
    }

    @Override
    public boolean deaf() {
        return listensForPeer() && liveness.deaf();
    }

    @Override
    public boolean deaf(PairRound pair) {
        return listensForPeer() && liveness.deaf(pair, state() == LinkState.READY);
    }

    private boolean listensForPeer() {
        return !lifecycle.ended() && !closer.isInputEnded();
    }

    // ---- from the channel

    public void received(ByteBuf bytes) {
        inbound.received(bytes);
    }

    void readComplete() {
        inbound.readComplete();
    }

    void inputEnded() {
        inbound.inputEnded();
    }

    void writabilityChanged() {
        if (lifecycle.userIfAny() != null) {
            lifecycle.user().linkWritable(writable());
        }
    }

    void failed(Throwable cause) {
        if (BrokenConnection.isToldBy(cause)) {
            LOG.atDebug().addKeyValue("peer", peer()).setCause(cause).log("link connection failed");
            closer.lost();
        } else {
            closer.fail(Failure.INTERNAL, cause);
        }
    }

    // ---- from the peer

    void onOpen(Open open) throws CorruptFrameException {
        start(open.getTarget(), environment.knownClass(open.getTrafficClass()), open.hasTls());
        answers = lifecycle.duplex().wanted(open.getWantsList());
        lifecycle.duplex().granted(open.getGrantsList());
        openRequests.opened(this, open);
    }

    void onOpened(Opened opened) throws CorruptFrameException {
        lifecycle.opened();
        bill.connectionOpened();
        lifecycle.duplex().granted(opened.getGrantsList());
        onWants(opened.getWantsList());
        if (!lifecycle.ended()) {
            lifecycle.user().opened(new Reached(opened.getAlpn(), opened.getGreeting()));
        }
    }

    /** Applies a grant. Flushes the answer, since an idle link sends nothing else. */
    void onGrant(ContextWindow grant) throws CorruptFrameException {
        lifecycle.duplex().granted(List.of(grant));
        channel.flush();
    }

    void onWants(List<ContextWindow> wants) throws CorruptFrameException {
        List<ContextWindow> grants = lifecycle.duplex().wanted(wants);
        if (!grants.isEmpty()) {
            grants.forEach(this::grant);
            say();
        }
    }

    void onWantEncoder(EncoderMemory want) throws CorruptFrameException {
        long granted = lifecycle.duplex().wantedEncoder(want.getBytes());
        if (want.getBytes() != 0) {
            control.grantEncoder(granted);
            say();
        }
    }

    /**
     * Sends a grant. A lowered one is followed by a probe, whose answer shows that the peer has read it, however long
     * its application paused reading.
     */
    private void grant(ContextWindow window) {
        control.grant(window);
        if (window.getLowering() != 0) {
            control.probe(window.getLowering());
        }
    }

    void onAnswer(Answer answer) {
        if (answer.getLowering() != 0 && lifecycle.duplexIfTaken() != null) {
            lifecycle.duplex().receiving().grantsRead(answer.getLowering(), now());
        }
    }

    /** Sets the supported codecs that this side's hello left out. */
    public void refused(Set<Codec> byHello) {
        codecs.leftOut(byHello);
    }

    /** Sets the states that the hellos offered, which the link owns. */
    public void offered(LinkStates byHellos) {
        states = byHellos;
        releaseStatesAfter(byHellos, LinkStates.HELD_NANOS);
    }

    private void releaseStatesAfter(LinkStates held, long nanos) {
        if (statesEnd != null) {
            statesEnd.cancel(false);
        }
        statesEnd = channel.eventLoop().schedule(() -> releaseStates(held), nanos, TimeUnit.NANOSECONDS);
    }

    /** Releases the states; later if what the peer wrote long ago may not have been read yet. */
    private void releaseStates(LinkStates held) {
        if (inbound.heldBackWithin(LinkStates.HELD_AFTER_OPEN_NANOS)) {
            releaseStatesAfter(held, LinkStates.HELD_AFTER_OPEN_NANOS);
        } else {
            held.close();
        }
    }

    @Override
    public void tellRefusals() {
        if (talks() && codecs.hasNews()) {
            closer.failIfItThrows(() -> {
                codecs.tell();
                say();
            });
        }
    }

    void onCodecWithdrawn(CodecWithdrawn said) {
        if (codecs.hear(said) && lifecycle.duplexIfTaken() != null) {
            closer.failIfItThrows(() -> {
                lifecycle.duplex().renegotiated(codecs.terms());
                say();
            });
        }
    }

    void onLiveness(Liveness said) {
        liveness.hear(said);
    }

    void onPing() {
        if (talks() && liveness.answerPing()) {
            say();
        }
    }

    void onProbe(Probe probe) {
        if (!talks()) {
            return;
        }
        if (probe.getLowering() != 0 && lifecycle.duplexIfTaken() != null) {
            lifecycle
                    .duplex()
                    .sending()
                    .inOrder(() -> control.answer(probe.getLowering())); // after the answer to the grant itself
        } else {
            control.answer(probe.getLowering());
        }
        say();
    }

    void onRefusal(Refusal refusal) {
        Refusals.log(environment, terms.peer(), channel.remoteAddress(), refusal, "the peer refuses this link");
        closer.drop(Failure.HELLO_REFUSED);
    }

    /** Handles the events of both directions. */
    private final class Carried implements DuplexStream.Owner {
        @Override
        public void received(ByteBuf app, long readAt) {
            bill.appReceived(app.readableBytes());
            lifecycle.user().data(app, readAt);
        }

        @Override
        public void decodedOffLoop() {
            inbound.goOn();
        }

        @Override
        public void wrote() {
            tracker.spoke(now());
            countMemory();
            writabilityChanged();
        }

        @Override
        public void later(Runnable message) {
            channel.eventLoop().execute(() -> {
                if (state() == LinkState.OPEN) {
                    closer.failIfItThrows(() -> {
                        message.run();
                        say();
                    });
                }
            });
        }

        @Override
        public void failed(Throwable cause) {
            closer.fail(cause instanceof CorruptFrameException corrupt ? corrupt.failure() : Failure.INTERNAL, cause);
        }
    }

    // ---- internals

    /** Flushes, which counts as a keepalive. */
    private void say() {
        channel.flush();
        tracker.spoke(now());
    }

    /**
     * Returns whether control messages may still be written: the link has not ended, and has not carried FIN in both directions.
     */
    private boolean talks() {
        return !lifecycle.ended() && !closer.finished();
    }

    private void countMemory() {
        ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        DuplexStream current = lifecycle.duplexIfTaken();
        waiting.update(inbound.pinnedBytes() + (current == null ? 0 : current.waitingBytes()));
        memoryBytes = inbound.pinnedBytes()
                + (queued == null ? 0 : queued.totalPendingWriteBytes())
                + (current == null ? 0 : current.memoryBytes());
    }

    private void free() {
        inbound.close();
        waiting.close();
        if (states != null && statesEnd != null) {
            statesEnd.cancel(false);
            states.close();
        }
        memoryBytes = 0;
        if (closer.finished()) {
            bill.connectionEnded(closer.finSentFirst());
        }
        environment.registry().remove(this);
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
