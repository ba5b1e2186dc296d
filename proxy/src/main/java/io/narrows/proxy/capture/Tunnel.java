package io.narrows.proxy.capture;

import io.narrows.proxy.link.Carrier;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.BrokenConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins an application's connection with its carrier, such as a link, both on one event loop. Bytes, half-closes and resets are forwarded in
 * both directions; while one side cannot write, the other one is not read.
 *
 * <pre>
 *  application                         link
 *     bytes      ---- channelRead ---->  send
 *     EOF        ---- input shut  ---->  FIN
 *     failure    ---- inactive    ---->  RESET
 *     write      <------- data --------  frames
 *     half-close <----- finished ------  FIN
 *     reset      <--- reset, lost -----  RESET, or the link ended
 * </pre>
 */
final class Tunnel extends ChannelInboundHandlerAdapter implements LinkUser {
    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);

    /** Completes the opening on the capturing side when the peer has answered. */
    interface Opening {
        /** @param target what the peer's target contributed to TLS */
        void opened(Reached target);

        void refused(Refused refused);

        /** Reports that the link ended before the peer answered. */
        void lost(Failure failure);
    }

    private final Channel local;
    private final LongSupplier nanoClock;
    private final @Nullable Opening opening;
    private final VanishedEnd application;
    private final WaitingBytes waiting;
    private final WriteGate gate;
    private final EarlyBytes early = new EarlyBytes();
    private @Nullable Carrier carrier;
    private boolean opened;
    private boolean reading;
    private boolean inputShut;
    private boolean outputShut;
    private boolean carrierDone;
    private boolean counting;
    private long readAt;

    private Tunnel(Channel local, LongSupplier nanoClock, Account queues, @Nullable Opening opening) {
        this.waiting = new WaitingBytes(local, queues);
        this.gate = new WriteGate(local, waiting, this::carrier);
        this.local = local;
        this.nanoClock = nanoClock;
        this.opening = opening;
        this.application = VanishedEnd.of(local, nanoClock);
    }

    /** Returns the tunnel of a captured connection whose target is not reached yet. */
    static Tunnel ofCaptured(Channel captured, LongSupplier nanoClock, Account queues, Opening opening) {
        return new Tunnel(captured, nanoClock, queues, opening);
    }

    /** Returns the tunnel of a connection to a reached target. */
    static Tunnel ofTarget(Channel target, LongSupplier nanoClock, Account queues, Carrier carrier) {
        Tunnel tunnel = new Tunnel(target, nanoClock, queues, null);
        tunnel.carrier = carrier;
        tunnel.opened = true;
        return tunnel;
    }

    /** Returns whether the application's connection is open. */
    boolean localIsOpen() {
        return local.isOpen();
    }

    /** Returns whether the application has closed its direction. */
    boolean isInputShut() {
        return inputShut;
    }

    /** Sets the carrier of this tunnel from now on. */
    void attach(Carrier next) {
        carrier = next;
        carrierDone = false;
    }

    private Carrier carrier() {
        return Objects.requireNonNull(carrier, "no carrier yet");
    }

    private Opening opening() {
        return Objects.requireNonNull(opening, "not a captured connection");
    }

    /** Stops using the carrier, which the caller abandons. */
    void detach() {
        carrierDone = true;
    }

    /** Returns whether the carrier is no longer used. */
    boolean isDetached() {
        return carrierDone;
    }

    /**
     * Accepts nothing from the carrier until {@link #beginTls} or {@link #acceptBeforeTls}: bytes for the application would go
     * out in plain text. The carrier's reset waits, too, so the caller must bound this time.
     */
    void awaitTls() {
        gate.shut();
    }

    /** Accepts from the carrier again before TLS begins. A handler in front of this one must refuse bytes for the application. */
    void acceptBeforeTls() {
        gate.open();
    }

    /**
     * Begins TLS with the application, whose bytes so far are part of its handshake. Call {@link #readLocal} after the handshake.
     *
     * @param broken called with the cause if TLS fails after the handshake
     */
    void beginTls(SslHandler tls, Consumer<Throwable> broken) {
        boolean shut = inputShut;
        inputShut = false; // a FIN is no end of the input if close_notify does not precede it
        List<ByteBuf> handshake = early.take();
        countWaiting();
        TlsEnds.insert(local, tls, this, broken);
        handshake.forEach(local.pipeline()::fireChannelRead);
        local.pipeline().fireChannelReadComplete();
        if (shut) {
            local.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        acceptBeforeTls();
    }

    /** Drops the bytes that have arrived so far: they were read and need not be sent. */
    void dropEarly() {
        early.passTo(ByteBuf::release);
        countWaiting();
    }

    /** Sends bytes ahead of those that {@link #readLocal} reads. */
    void sendAhead(byte[] bytes) {
        carrier().send(local.alloc().directBuffer(bytes.length).writeBytes(bytes), nanoClock.getAsLong());
        carrier().flush();
    }

    /** Reads from the application while the carrier accepts bytes. */
    void readLocal() {
        if (!reading) {
            reading = true;
            LocalConnections.resetUnlessClosedCleanly(local); // an HTTP capture may still have answered with an error
            sendEarly();
        }
        readWhile(carrier().writable());
    }

    private void sendEarly() {
        long now = nanoClock.getAsLong();
        Carrier next = carrier(); // without one, the bytes stay to be released
        early.passTo(bytes -> next.send(bytes, now));
        countWaiting();
        next.flush();
        if (inputShut) {
            next.finish();
        }
    }

    /** Starts or stops reading. A channel whose input is shut has nothing to read, and epoll no longer knows it. */
    private void readWhile(boolean writable) {
        if (reading && !inputShut && local.isOpen()) {
            local.config().setAutoRead(writable);
        }
    }

    /**
     * Returns whether the application vanished without closing. Also applies the liveness to the connection's keep-alive. Call
     * once a second.
     */
    boolean applicationIsGone(Duration liveness, boolean stoodStill) {
        return application.isNoticed(liveness, stoodStill);
    }

    /** Ends the application's connection with a reset. */
    void resetLocal() {
        carrierDone = true;
        if (local.isOpen()) {
            local.config().setOption(ChannelOption.SO_LINGER, 0);
            local.close();
        }
    }

    // ---- from the application's connection

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (!reading) {
            early.add(local.alloc(), bytes);
            countWaiting();
            return;
        }
        if (readAt == 0) {
            readAt = nanoClock.getAsLong();
        }
        carrier().send(bytes, readAt);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readAt = 0;
        if (reading && !carrierDone) {
            carrier().flush();
            readWhile(carrier().writable());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !inputShut) {
            inputShut = true;
            if (reading && !carrierDone) {
                carrier().finish();
            }
            closeWhenBothShut();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        countWaiting();
        gate.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean clean = inputShut && outputShut;
        if (!clean && !carrierDone && carrier != null) {
            carrierDone = true;
            carrier.abort();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (BrokenConnection.isToldBy(cause)) {
            ctx.close();
            return;
        }
        LOG.atError().setCause(cause).log("connection failed because of an internal error");
        Carrier unfinished = carrierDone ? null : carrier;
        resetLocal();
        if (unfinished != null) {
            unfinished.cut(Failure.INTERNAL);
        }
    }

    // ---- from the carrier

    @Override
    public void opened(Reached target) {
        opened = true;
        opening().opened(target);
    }

    @Override
    public void refused(Refused refused) {
        carrierDone = true;
        opening().refused(refused);
    }

    @Override
    public boolean accepts() {
        return gate.accepts();
    }

    private void countWaiting() {
        waiting.update(early.memoryBytes());
    }

    /** Counts the waiting bytes after this pass of the event loop, since a write completes before its bytes leave the buffer. */
    private void countLater() {
        if (!counting && waiting.bytes() > 0) {
            counting = true;
            local.eventLoop().execute(() -> {
                counting = false;
                countWaiting();
            });
        }
    }

    @Override
    public void data(ByteBuf bytes, long bytesReadAt) {
        ChannelPromise promise = local.newPromise();
        promise.addListener(done -> {
            if (done.isSuccess()) {
                carrier().delivered(bytesReadAt);
            }
            countLater();
        });
        application.wrote();
        local.write(bytes, promise);
    }

    @Override
    public void dataComplete() {
        local.flush();
        countWaiting();
    }

    @Override
    public void finished() {
        local.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> {
            application.wrote();
            TlsEnds.endOutput(local, () -> {
                outputShut = true;
                if (!inputShut && local.isOpen()) {
                    ((DuplexChannel) local).shutdownOutput();
                }
                closeWhenBothShut();
            });
        });
    }

    @Override
    public void reset() {
        resetLocal();
    }

    @Override
    public void lost(Failure failure) {
        carrierDone = true;
        if (opened) {
            resetLocal();
        } else {
            opening().lost(failure);
        }
    }

    @Override
    public void linkWritable(boolean writable) {
        readWhile(writable);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dropEarly();
        waiting.close();
    }

    private void closeWhenBothShut() {
        if (inputShut && outputShut && local.isOpen()) {
            local.config().setOption(ChannelOption.SO_LINGER, -1);
            local.close();
        }
    }
}
