package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.proto.Release;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
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
 */
public final class Link {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** How long the last words of a link that failed may take to leave, in seconds. */
    private static final long LAST_WORDS_SECONDS = 5;

    /** Where a link is in its life. */
    public enum State {
        READY,
        OPENING,
        OPEN,
        CLOSED
    }

    private final LinkEnvironment environment;
    private final Session session;
    private final OpenRequests openRequests;
    private final Channel channel;
    private final WireCounter wire;
    private final FrameWriter frames;
    private final ControlWriter control;
    private final FrameReader reader;
    private final TrafficCell receivedControl;
    private final Vitals vitals;

    private volatile State state = State.READY;
    private LinkUser user;
    private Runnable lostWhileReady = () -> {};
    private String target = "";
    private SendingStream sending;
    private ReceivingStream receiving;
    private Classifier classifier;
    private boolean finishing;
    private boolean finSent;
    private boolean finReceived;
    private boolean inputEnded;
    private boolean outputEnded;
    private long readAt;
    private volatile long memoryBytes;

    Link(LinkEnvironment environment, Session session, OpenRequests openRequests, Channel channel, WireCounter wire) {
        this.environment = environment;
        this.session = session;
        this.openRequests = openRequests;
        this.channel = channel;
        this.wire = wire;
        TrafficCell sentControl = controlCell(Direction.SENT);
        this.frames = new FrameWriter(channel, !session.encrypted(), wire);
        this.control = new ControlWriter(frames, sentControl);
        this.reader = new FrameReader(!session.encrypted(), new FrameDispatch(this, session.dialled()));
        this.receivedControl = controlCell(Direction.RECEIVED);
        this.vitals = new Vitals(channel, environment.nanoClock());
        wire.control(sentControl, receivedControl);
        environment.census().add(this);
    }

    private TrafficCell controlCell(Direction direction) {
        return environment
                .traffic()
                .cell(session.peer(), session.location(), TrafficClass.CONTROL, Codec.NONE, direction);
    }

    // ---- what the owner of the link does

    /** The id of the peer, which the configuration knew when it said hello. */
    public String peer() {
        return session.peer();
    }

    /** Safe from any thread. */
    public State state() {
        return state;
    }

    public EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** What to run when the link is lost before anybody took it. */
    void onLostWhileReady(Runnable action) {
        lostWhileReady = action;
    }

    /** Takes the link for a captured connection. Bytes may be sent at once. */
    public void open(LinkUser newUser, String targetName, TrafficClass trafficClass) {
        if (state != State.READY) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        user = newUser;
        start(targetName, trafficClass);
        control.open(targetName, trafficClass);
        say();
    }

    /** Answers an OPEN: the target is reached. */
    public void accept(LinkUser newUser) {
        if (state != State.OPENING) {
            newUser.lost(Failure.LINK_CUT);
            return;
        }
        user = newUser;
        state = State.OPEN;
        control.opened();
        say();
        resume();
    }

    /** Answers an OPEN: the target is not reached. */
    public void refuse(Refused.Reason reason, String detail) {
        if (state != State.CLOSED) {
            control.refused(reason, detail);
            closeAfterWrites();
        }
    }

    /**
     * Sends app bytes and takes their ownership; {@link #flush} follows.
     *
     * @param bytesReadAt when they were read from the application, by the nano clock
     */
    public void send(ByteBuf bytes, long bytesReadAt) {
        if (state == State.CLOSED || finishing) {
            bytes.release();
            return;
        }
        classify(session.dialled() ? Side.CONNECTING : Side.ANSWERING, bytes, bytesReadAt);
        sending.send(bytes, bytesReadAt);
        vitals.spoke(bytesReadAt);
    }

    private void classify(Side from, ByteBuf bytes, long at) {
        if (classifier.changedBy(from, bytes, at)) {
            sending.reclassify(classifier.trafficClass());
            receiving.reclassify(classifier.trafficClass());
        }
    }

    /** Writes what was sent since the last flush; lingering bytes wait for their time. */
    public void flush() {
        channel.flush();
        countMemory();
    }

    /** The local application closed its direction. */
    public void finish() {
        if (state == State.CLOSED || finishing) {
            return;
        }
        finishing = true;
        sending.finish(() -> {
            finSent = true;
            say();
            if (finReceived) {
                endCleanly();
            }
        });
    }

    /** The local application's connection failed: the far one is to see a reset. */
    public void abort() {
        if (outputEnded) {
            close();
        } else if (state != State.CLOSED) {
            control.reset();
            closeAfterWrites();
        }
    }

    /** Tells that received app bytes were written to the application. */
    public void delivered(long bytesReadAt) {
        receiving.latency().record(now() - bytesReadAt);
    }

    /** Delivers what waits since the user did not accept more, and reads on. */
    public void resume() {
        readAt = now();
        goOn();
    }

    private void goOn() {
        if (state == State.CLOSED) {
            return;
        }
        try {
            reader.deliver();
        } catch (CorruptFrameException e) {
            fail(Failure.CORRUPT_FRAME, e);
            return;
        }
        afterRead();
    }

    /** Whether bytes can be sent without queueing many. */
    public boolean writable() {
        return channel.isWritable() && (sending == null || !sending.congested());
    }

    /** Closes a link that nobody took. */
    void retire() {
        if (state == State.READY) {
            close();
        }
    }

    /** Closes at once; the user, if any, sees it lost. */
    public void cut(Failure failure) {
        fail(failure, null);
    }

    // ---- what the census and the watchdog ask

    /** Memory that the link's contexts and waiting bytes take, in bytes. Safe from any thread. */
    public long memoryBytes() {
        return memoryBytes;
    }

    LinkSummary summary() {
        SendingStream current = sending;
        return new LinkSummary(
                session.peer(),
                session.dialled(),
                state,
                target,
                current == null ? "" : current.trafficClass().name(),
                current == null ? "" : current.codec().label(),
                steppedDown(current),
                session.encrypted(),
                memoryBytes);
    }

    private static String steppedDown(SendingStream current) {
        StepDownReason reason = current == null ? null : current.steppedDown();
        return reason == null ? "" : reason.label();
    }

    /** Whether the link uses a faster codec than its policy asks for. Safe from any thread. */
    boolean isSteppedDown() {
        return !steppedDown(sending).isEmpty();
    }

    /** The distance to the peer, as metrics name it. Safe from any thread. */
    public String tierLabel() {
        return receivedControl.labels().tierLabel();
    }

    /** Sends a PING when nothing else was sent for a while. */
    void pingIfSilentFor(long nanos) {
        if (state != State.CLOSED && !(finSent && finReceived) && vitals.saidNothingFor(nanos)) {
            control.ping();
            say();
        }
    }

    /** Frees a sending context that was not used for long. */
    void releaseIfIdleFor(long nanos) {
        if (state == State.OPEN && !finishing && sending.releaseIfIdleFor(nanos, now())) {
            channel.flush();
            countMemory();
        }
    }

    /** Whether the peer could have been heard, and was not. While this side does not read, silence says nothing. */
    boolean deafFor(long nanos) {
        return state != State.CLOSED && !inputEnded && vitals.heardNothingFor(nanos);
    }

    // ---- what the channel tells

    void received(ByteBuf bytes) {
        readAt = now();
        vitals.heard(readAt);
        try {
            reader.read(channel.alloc(), bytes);
        } catch (CorruptFrameException e) {
            fail(Failure.CORRUPT_FRAME, e);
        }
    }

    void writabilityChanged() {
        if (user != null) {
            user.linkWritable(writable());
        }
    }

    void failed(Throwable cause) {
        if (cause instanceof IOException) {
            LOG.atDebug().addKeyValue("peer", peer()).setCause(cause).log("link connection failed");
            lost();
        } else {
            fail(Failure.INTERNAL, cause);
        }
    }

    // ---- what frames tell

    /** Whether the next frame can be delivered now. */
    boolean accepts() {
        return switch (state) {
            case READY -> true;
            case OPENING -> session.dialled();
            case OPEN -> !receiving.decoding() && (finReceived || user.accepts());
            case CLOSED -> false;
        };
    }

    void onData(int head, ByteBuf payload) throws CorruptFrameException {
        if (finReceived || state != State.OPEN) {
            throw new CorruptFrameException("data frame on a link that is " + (finReceived ? "finished" : state));
        }
        wire.bookReceived(receiving.cell(head), reader.keptBytes());
        if (receiving.isSlow(head, payload)) {
            receiving.decodeAside(head, payload, eventLoop(), new DecodedLater(readAt));
        } else {
            deliver(receiving.decode(head, payload), readAt);
        }
    }

    private void deliver(ByteBuf bytes, long bytesReadAt) {
        classify(session.dialled() ? Side.ANSWERING : Side.CONNECTING, bytes, bytesReadAt);
        user.data(bytes, bytesReadAt);
    }

    /** Goes on behind a frame that was decoded on a worker. Nobody calls this who could see what it throws. */
    private final class DecodedLater implements ReceivingStream.Aside {
        private final long bytesReadAt;

        DecodedLater(long bytesReadAt) {
            this.bytesReadAt = bytesReadAt;
        }

        @Override
        public void decoded(ByteBuf app) {
            try {
                deliver(app, bytesReadAt);
                goOn();
            } catch (RuntimeException | Error e) {
                fail(Failure.INTERNAL, e);
            }
        }

        @Override
        public void failed(Throwable cause) {
            fail(cause instanceof CorruptFrameException ? Failure.CORRUPT_FRAME : Failure.INTERNAL, cause);
        }
    }

    /** Before any control message is read. */
    void onControl() {
        wire.bookReceived(receivedControl, reader.keptBytes());
    }

    void onOpen(Open open) {
        start(open.getTarget(), environment.knownClass(open.getTrafficClass()));
        openRequests.opened(this, open);
    }

    void onOpened() {
        state = State.OPEN;
        user.opened();
    }

    void onRefused(Refused refused) {
        LinkUser told = user;
        close();
        told.refused(refused);
    }

    void onRelease(Release release) throws CorruptFrameException {
        receiving.release(release.getCodec());
    }

    void onCheck(Check check) throws CorruptFrameException {
        receiving.verify(check);
    }

    void onFin(Fin fin) throws CorruptFrameException {
        if (finReceived) {
            throw new CorruptFrameException("FIN on a link that is finished");
        }
        receiving.verify(fin.getCheck());
        finReceived = true;
        user.finished();
        if (finSent) {
            endCleanly();
        }
    }

    void onReset() {
        LinkUser told = user;
        close();
        if (told != null) {
            told.reset();
        }
    }

    void onRefusal(Refusal refusal) {
        Refusals.log(environment, session.peer(), channel.remoteAddress(), refusal, "the peer refuses this link");
        drop(Failure.HELLO_REFUSED);
    }

    // ---- how it ends

    /**
     * Both directions are finished. Our last frames leave first; then the peer is told that nothing follows, and its own end
     * is awaited, because a socket that is closed while the other end still speaks loses what it had to deliver.
     */
    private void endCleanly() {
        sending.close();
        receiving.close();
        channel.flush();
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        ChannelFuture left = tls == null ? channel.writeAndFlush(Unpooled.EMPTY_BUFFER) : tls.closeOutbound();
        left.addListener(done -> {
            outputEnded = true;
            if (!done.isSuccess()) {
                fail(Failure.LINK_CUT, done.cause());
            } else if (inputEnded) {
                close();
            } else {
                ((DuplexChannel) channel).shutdownOutput();
            }
        });
    }

    /** Nothing more comes from the peer; but what came may still wait for the user. */
    void inputEnded() {
        inputEnded = true;
        lostWhenDelivered();
    }

    private void lostWhenDelivered() {
        if (inputEnded && !reader.heldBack() && !decoding()) {
            lost();
        }
    }

    private boolean decoding() {
        return receiving != null && receiving.decoding();
    }

    private void lost() {
        if (state == State.CLOSED) {
            return;
        }
        boolean finished = finSent && finReceived;
        if (finished && !outputEnded && channel.isActive()) {
            return; // our last frames are still leaving
        }
        if (finished && outputEnded || state == State.READY) {
            close();
        } else {
            fail(Failure.LINK_CUT, null);
        }
    }

    private void fail(Failure failure, Throwable cause) {
        if (state == State.CLOSED) {
            return;
        }
        String detail = cause == null ? "" : cause.getMessage();
        environment.events().failure(peer(), failure, detail);
        LOG.atWarn()
                .addKeyValue("peer", peer())
                .addKeyValue("target", Printable.of(target))
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", detail)
                .setCause(failure == Failure.INTERNAL ? cause : null)
                .log("link failed");
        drop(failure);
    }

    private void drop(Failure failure) {
        LinkUser told = user;
        close();
        if (told != null) {
            told.lost(failure);
        }
    }

    private void closeAfterWrites() {
        if (state != State.CLOSED) {
            end();
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void close() {
        if (state != State.CLOSED) {
            end();
            channel.close();
        }
    }

    /** Frees what the link holds; its channel is closed by the caller. */
    private void end() {
        boolean ready = state == State.READY;
        state = State.CLOSED;
        user = null;
        reader.close();
        if (sending != null) {
            sending.close();
            receiving.close();
        }
        memoryBytes = 0;
        environment.census().remove(this);
        if (ready) {
            lostWhileReady.run();
        }
    }

    private void start(String targetName, TrafficClass trafficClass) {
        state = State.OPENING;
        target = targetName;
        classifier = Classifier.of(trafficClass, environment.live().current().patterns());
        FrameSender sender = new FrameSender(environment, session, trafficClass, channel, frames, control);
        sending = new SendingStream(
                channel, sender, environment.workers(), environment.nanoClock(), new SendingStream.Listener() {
                    @Override
                    public void wrote() {
                        vitals.spoke(now());
                        countMemory();
                        writabilityChanged();
                    }

                    @Override
                    public void failed(Throwable cause) {
                        fail(Failure.INTERNAL, cause);
                    }
                });
        receiving = new ReceivingStream(environment, session, trafficClass, channel.alloc());
    }

    void afterRead() {
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.OPEN) {
            user.dataComplete();
        }
        if (state != State.CLOSED) {
            if (!inputEnded) {
                vitals.listen(accepts());
            }
            countMemory();
            lostWhenDelivered();
        }
    }

    /** What was written leaves now, and counts as a sign of life. */
    private void say() {
        channel.flush();
        vitals.spoke(now());
    }

    private void countMemory() {
        ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        memoryBytes = reader.pinnedBytes()
                + (queued == null ? 0 : queued.totalPendingWriteBytes())
                + (sending == null ? 0 : sending.memoryBytes() + receiving.memoryBytes());
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
