package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Answer;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 * <p>It ends cleanly only by FIN in both directions. Everything else is a reset for the application, so that truncation
 * never looks like an end. All methods are called on the link's event loop.
 *
 * <p>Its parts, of which each knows those to its right; OPEN and REFUSAL alone come back to the link:
 *
 * <pre>
 *  LinkHandler -> Link -> InboundFrames -> ControlDispatch -> LinkCloser -> LinkLifecycle (state, user) -> DuplexStream (app bytes)
 * </pre>
 */
public final class Link {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** Time for the first sign of life of a link that was silent when it was taken: several round trips and a lost packet. */
    private static final long PROBE_MILLIS = 1_000;

    /** Where a link is in its life. */
    public enum State {
        READY,
        OPENING,
        OPEN,
        CLOSED
    }

    private final LinkEnvironment environment;
    private final Session session;
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
    private volatile long memoryBytes;

    Link(LinkEnvironment environment, Session session, OpenRequests openRequests, Channel channel, WireCounter wire) {
        this.environment = environment;
        this.session = session;
        this.openRequests = openRequests;
        this.channel = channel;
        this.sentControl = controlCell(Direction.SENT);
        this.receivedControl = controlCell(Direction.RECEIVED);
        this.frames = new FrameWriter(channel, session.frames(), wire);
        this.control = new ControlWriter(frames, () -> sentControl);
        this.bill = wire.bill();
        this.waiting = new WaitingBytes(channel, environment.memory().account(Purpose.QUEUES, session.peer()));
        this.codecs = new CodecTerms(environment, control, session);
        this.liveness = new LinkLiveness(
                channel,
                control,
                session.liveness(),
                () -> environment.live().current().link().liveness(),
                environment.nanoClock());
        this.tracker = liveness.tracker();
        this.number = environment.registry().nextNumber();
        this.lifecycle = new LinkLifecycle(this::free);
        this.closer = new LinkCloser(environment, session.peer(), channel, lifecycle);
        this.inbound = new InboundFrames(
                channel,
                session,
                lifecycle,
                closer,
                new ControlDispatch(this, lifecycle, closer, session.dialled(), environment.nanoClock(), channel, control),
                tracker,
                wire,
                () -> receivedControl,
                environment.nanoClock(),
                this::countMemory);
        wire.control(sentControl, receivedControl);
        bill.round();
        environment.events().linked(session.peer());
        environment.reached().add(new ReachedOnce.Destination.Peer(session.peer()));
        environment.registry().add(this);
    }

    private TrafficCell controlCell(Direction direction) {
        Location place = session.place(environment.live().current());
        return environment.traffic().cell(session.peer(), place, TrafficClass.CONTROL, Codec.NONE, direction);
    }

    /** Counts what follows at the place that the configuration in force has for the peer. On the event loop. */
    void relocate() {
        sentControl = controlCell(Direction.SENT);
        receivedControl = controlCell(Direction.RECEIVED);
        bill.round();
        bill.control(sentControl, receivedControl);
        DuplexStream current = lifecycle.duplex();
        if (current != null) {
            current.receiving().relocate();
        }
    }

    // ---- what the owner of the link does

    /** The id of the peer, which the configuration knew when it said hello. */
    public String peer() {
        return session.peer();
    }

    /** Whether TLS carries the link. Safe from any thread. */
    public boolean encrypted() {
        return session.encrypted();
    }

    /** Whether this side made the connection. Safe from any thread. */
    boolean dialled() {
        return session.dialled();
    }

    /** Safe from any thread. */
    public State state() {
        return lifecycle.state();
    }

    public EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** What to run when the link is lost before anybody took it. */
    void onLostWhileReady(Runnable action) {
        lifecycle.onLostWhileReady(action);
    }

    /** Runs an action when the link's connection is closed, or at once if it is. */
    void onConnectionClosed(Runnable action) {
        channel.closeFuture().addListener(closed -> action.run());
    }

    /** Takes the link for a captured connection. Bytes may be sent at once. */
    public void open(LinkUser newUser, String targetName, TrafficClass trafficClass) {
        if (state() != State.READY) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        lifecycle.takenBy(newUser);
        closer.failIfItThrows(() -> {
            start(targetName, trafficClass);
            boolean silent = liveness.askAfterSilence();
            control.open(
                    targetName,
                    trafficClass,
                    lifecycle.duplex().sending().askAhead(),
                    lifecycle.duplex().grantAhead());
            say();
            if (silent) {
                cutUnlessHeardSoon();
            }
        });
    }

    /** A link that waited in silence may be lost on its way; another one can still take its place, while nothing was sent. */
    private void cutUnlessHeardSoon() {
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (state() == State.OPENING && liveness.waitsForAnswer()) {
                                cut(Failure.PEER_SILENT);
                            }
                        },
                        PROBE_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    private void start(String targetName, TrafficClass trafficClass) {
        lifecycle.opening(
                targetName,
                new DuplexStream(environment, codecs.session(), trafficClass, channel, frames, control, new Carried()));
    }

    /** Answers an OPEN: the target is reached. */
    public void accept(LinkUser newUser) {
        if (state() != State.OPENING) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        lifecycle.takenBy(newUser);
        lifecycle.opened();
        bill.connectionOpened();
        closer.failIfItThrows(() -> {
            control.opened(lifecycle.duplex().sending().askBehind(), answers);
            answers = List.of();
            say();
            resume();
        });
    }

    /** Answers an OPEN: the target is not reached. */
    public void refuse(Refused.Reason reason, String detail) {
        closer.closeAfter(() -> control.refused(reason, detail));
    }

    /**
     * Sends app bytes and takes their ownership; {@link #flush} follows.
     *
     * @param bytesReadAt when they were read from the application, by the nano clock
     */
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

    /** Writes what was sent since the last flush; lingering bytes wait for their time. */
    public void flush() {
        bill.appWriteEnded();
        channel.flush();
        countMemory();
    }

    /** The local application closed its direction. */
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

    /** The local application's connection failed: the far one is to see a reset. */
    public void abort() {
        closer.abort(control::reset);
    }

    /** Tells that received app bytes were written to the application. */
    public void delivered(long bytesReadAt) {
        lifecycle.duplex().delivered(now() - bytesReadAt);
    }

    /** Delivers what waits since the user did not accept more, and reads on. */
    public void resume() {
        inbound.resume();
    }

    /** Whether bytes can be sent without queueing many. */
    public boolean writable() {
        waiting.adjustMarks();
        return channel.isWritable()
                && (lifecycle.duplex() == null || !lifecycle.duplex().sending().congested());
    }

    /** Closes a link that nobody took. */
    void retire() {
        if (state() == State.READY) {
            closer.close();
        }
    }

    /** Closes at once; the user, if any, sees it lost. */
    public void cut(Failure failure) {
        closer.fail(failure, null);
    }

    // ---- queried by LinkRegistry and Watchdog

    /** Memory that the link's contexts and waiting bytes take, in bytes. Safe from any thread. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Safe from any thread. */
    LinkSummary summary() {
        DuplexStream current = lifecycle.duplex();
        return new LinkSummary(
                session.peer(),
                session.dialled(),
                state(),
                lifecycle.target(),
                current == null ? "" : current.sending().trafficClass().name(),
                current == null ? "" : current.sending().codec().label(),
                steppedDown(current),
                current == null ? 0 : current.sending().windowLog(),
                current == null ? 0 : current.grantedWindowLog(),
                session.encrypted(),
                codecs.refused(),
                bill.headersSent(),
                bill.headersReceived(),
                bill.isRead(),
                memoryBytes);
    }

    private static String steppedDown(DuplexStream current) {
        StepDownReason reason = current == null ? null : current.sending().steppedDown();
        return reason == null ? "" : reason.label();
    }

    /** Whether the link uses a faster codec than its policy asks for. Safe from any thread. */
    boolean isSteppedDown() {
        return !steppedDown(lifecycle.duplex()).isEmpty();
    }

    /** The distance to the peer, as metrics name it. Safe from any thread. */
    public String tierLabel() {
        return receivedControl.labels().tierLabel();
    }

    /** Books headers of TCP and IP that are new since the last call. */
    void bookHeaders() {
        bill.round();
    }

    /** Gives a sign of life when one is due, and tells what the configuration says anew about liveness. */
    void beat() {
        if (talks() && liveness.beat()) {
            say();
        }
    }

    /** Does the same for a link that {@link #isPaired}. */
    void beat(PairRound pair) {
        if (talks() && liveness.beat(pair, state() == State.READY, pair.isSpeaker(this))) {
            say();
        }
    }

    /** Whether the links between the two nodes are judged together. Safe from any thread. */
    boolean isPaired() {
        return liveness.isPaired();
    }

    /** Which of the links of this process it is. Safe from any thread. */
    long number() {
        return number;
    }

    /** Whether the link is read at the moment. Safe from any thread. */
    boolean listens() {
        return channel.config().isAutoRead();
    }

    /** Returns the time at which the peer was last heard on this link, by the nano clock. Safe from any thread. */
    long heardAt() {
        return tracker.heardAt();
    }

    /** Judges the peer by what it says, or does not say, from now on. */
    void listenAnew() {
        liveness.listenAnew();
    }

    /**
     * Frees a sending context that was not used for long, and history that this link does not follow. What it holds is counted
     * anew: other links may have changed its part of what they share.
     */
    void releaseIfIdleFor(long nanos) {
        if (state() == State.OPEN) {
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

    /** Whether the peer could have been heard, and was not. */
    boolean deaf() {
        return listensForPeer() && liveness.deaf();
    }

    /** Returns whether the peer, or this link alone, is dead; for a link that {@link #isPaired}. */
    boolean deaf(PairRound pair) {
        return listensForPeer() && liveness.deaf(pair, state() == State.READY);
    }

    private boolean listensForPeer() {
        return !lifecycle.ended() && !closer.isInputEnded();
    }

    // ---- what the channel tells

    void received(ByteBuf bytes) {
        inbound.received(bytes);
    }

    void readComplete() {
        inbound.readComplete();
    }

    void inputEnded() {
        inbound.inputEnded();
    }

    void writabilityChanged() {
        if (lifecycle.user() != null) {
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

    // ---- what the peer tells

    void onOpen(Open open) throws CorruptFrameException {
        start(open.getTarget(), environment.knownClass(open.getTrafficClass()));
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
            lifecycle.user().opened();
        }
    }

    /** An idle link sends nothing else that would take the answer along. */
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

    /** The answer to a probe tells that the peer has read what went before, however long its application held it up. */
    private void grant(ContextWindow window) {
        control.grant(window);
        if (window.getLowering() != 0) {
            control.probe(window.getLowering());
        }
    }

    void onAnswer(Answer answer) {
        if (answer.getLowering() != 0 && lifecycle.duplex() != null) {
            lifecycle.duplex().receiving().grantsRead(answer.getLowering(), now());
        }
    }

    /** Takes the codecs that this side can decode, and has not offered in its hello on this link. */
    void refused(Set<Codec> byHello) {
        codecs.leftOut(byHello);
    }

    /** Tells the peer which codecs are refused by now, where it does not know that and takes such words. */
    void tellRefusals() {
        if (talks() && codecs.hasNews()) {
            closer.failIfItThrows(() -> {
                codecs.tell();
                say();
            });
        }
    }

    void onCodecWithdrawn(CodecWithdrawn said) {
        if (codecs.hear(said) && lifecycle.duplex() != null) {
            closer.failIfItThrows(() -> {
                lifecycle.duplex().renegotiated(codecs.session());
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
        if (probe.getLowering() != 0 && lifecycle.duplex() != null) {
            lifecycle.duplex()
                    .sending()
                    .inOrder(() -> control.answer(probe.getLowering())); // behind the answer to the grant itself
        } else {
            control.answer(probe.getLowering());
        }
        say();
    }

    void onRefusal(Refusal refusal) {
        Refusals.log(environment, session.peer(), channel.remoteAddress(), refusal, "the peer refuses this link");
        closer.drop(Failure.HELLO_REFUSED);
    }

    /** What both directions tell. */
    private final class Carried implements DuplexStream.Owner {
        @Override
        public void received(ByteBuf app, long readAt) {
            bill.appReceived(app.readableBytes());
            lifecycle.user().data(app, readAt);
        }

        @Override
        public void decodedAside() {
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
                if (state() == State.OPEN) {
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

    // ---- what it holds

    /** What was written leaves now, and counts as a sign of life. */
    private void say() {
        channel.flush();
        tracker.spoke(now());
    }

    /** Whether control messages may still be written: the link lives, and has not had FIN in both directions. */
    private boolean talks() {
        return !lifecycle.ended() && !closer.finished();
    }

    private void countMemory() {
        ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        DuplexStream current = lifecycle.duplex();
        waiting.update(inbound.pinnedBytes() + (current == null ? 0 : current.sending().waitingBytes()));
        memoryBytes = inbound.pinnedBytes()
                + (queued == null ? 0 : queued.totalPendingWriteBytes())
                + (current == null ? 0 : current.memoryBytes());
    }

    private void free() {
        inbound.close();
        waiting.close();
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
