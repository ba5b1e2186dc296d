package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.Carrier;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.BrokenConnection;
import io.narrows.proxy.transport.Sockets;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries a connection to its destination without a link: bytes, half-closes and resets pass unchanged. It ends cleanly only
 * after both directions are closed; any other end is a reset for the application.
 */
final class DirectConnection extends ChannelInboundHandlerAdapter implements Carrier {
    private static final Logger LOG = LoggerFactory.getLogger(DirectConnection.class);

    /** Longer than a database waits itself: the application's own limit decides. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private final PeerId peer;
    private final Channel remote;
    private final LinkUser user;
    private final ByteObserver observer;
    private final LongSupplier nanoClock;
    private final VanishedEnd destination;
    private final Deque<ByteBuf> held = new ArrayDeque<>();
    private boolean inputShut;
    private boolean finishReported;
    private boolean outputShut;
    private boolean done;

    DirectConnection(
            PeerId peer,
            Channel remote,
            LinkUser user,
            ByteObserver observer,
            LongSupplier nanoClock,
            VanishedEnd destination) {
        this.peer = peer;
        this.remote = remote;
        this.user = user;
        this.observer = new GuardedObserver(observer);
        this.nanoClock = nanoClock;
        this.destination = destination;
    }

    /** Connects to a destination, whose connection will be reset unless it is closed cleanly. */
    static Future<Channel> dial(Sockets sockets, EventLoop loop, HostPort destination) {
        return sockets.dial(loop, destination, CONNECT_TIMEOUT, LocalConnections::resetUnlessClosedCleanly);
    }

    /**
     * Joins a captured connection with the one to its destination. Resets the latter if the application has gone meanwhile.
     *
     * @param tunnel of the captured connection
     * @param peer the peer with that destination, or the id for unknown ones
     * @param remote connected to the destination, on the event loop of the captured connection
     * @param observer observes the bytes
     */
    static void join(
            CaptureEnvironment environment, Tunnel tunnel, PeerId peer, Channel remote, ByteObserver observer) {
        LongSupplier nanoClock = environment.links().nanoClock();
        DirectConnection connection =
                new DirectConnection(peer, remote, tunnel, observer, nanoClock, VanishedEnd.of(remote, nanoClock));
        remote.pipeline().addLast("direct", connection);
        environment.localConnections().addDirect(remote, connection);
        if (!tunnel.localIsOpen()) {
            connection.abort();
            return;
        }
        tunnel.attach(connection);
        tunnel.opened(Reached.PLAIN);
        connection.read();
    }

    /**
     * Returns whether the destination vanished without closing. Also applies the liveness to the connection's keep-alive. Call
     * once a second.
     */
    boolean destinationIsGone(Duration liveness, boolean stoodStill) {
        return destination.isNoticed(liveness, stoodStill);
    }

    // ---- from the application

    @Override
    public PeerId peer() {
        return peer;
    }

    @Override
    public void send(ByteBuf bytes, long bytesReadAt) {
        observer.sent(bytes);
        destination.wrote();
        remote.write(bytes);
    }

    @Override
    public void flush() {
        remote.flush();
    }

    @Override
    public boolean writable() {
        return remote.isWritable();
    }

    @Override
    public void finish() {
        remote.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            outputShut = true;
            destination.wrote();
            if (!inputShut && remote.isOpen()) {
                ((DuplexChannel) remote).shutdownOutput();
            }
            closeWhenBothShut();
        });
    }

    @Override
    public void abort() {
        done = true;
        if (remote.isOpen()) {
            remote.config().setOption(ChannelOption.SO_LINGER, 0);
            remote.close();
        }
    }

    @Override
    public void cut(Failure failure) {
        abort();
        user.lost(failure);
    }

    @Override
    public void delivered(long bytesReadAt) {
        // The time of a connection without a link is not measured.
    }

    @Override
    public void resume() {
        while (!held.isEmpty() && user.accepts()) {
            user.data(held.poll(), nanoClock.getAsLong());
        }
        user.dataComplete();
        reportFinish();
        readWhile(held.isEmpty() && user.accepts());
    }

    // ---- from the destination

    /** Reads while the application accepts bytes. */
    private void read() {
        readWhile(user.accepts());
    }

    private void readWhile(boolean accepted) {
        if (!inputShut && remote.isOpen()) {
            remote.config().setAutoRead(accepted);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        observer.received(bytes);
        if (held.isEmpty() && user.accepts()) {
            user.data(bytes, nanoClock.getAsLong());
        } else {
            held.add(bytes);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!done) {
            user.dataComplete();
            readWhile(held.isEmpty() && user.accepts());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !inputShut) {
            inputShut = true;
            reportFinish();
        }
    }

    private void reportFinish() {
        if (inputShut && held.isEmpty() && !finishReported && !done) {
            finishReported = true;
            user.finished();
            closeWhenBothShut();
        }
    }

    private void closeWhenBothShut() {
        if (finishReported && outputShut && remote.isOpen()) {
            done = true;
            remote.config().setOption(ChannelOption.SO_LINGER, -1);
            remote.close();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        user.linkWritable(remote.isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!done) {
            done = true;
            user.reset();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!BrokenConnection.isToldBy(cause)) {
            LOG.atError().setCause(cause).log("direct connection failed because of an internal error");
        }
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        observer.ended();
        held.forEach(ByteBuf::release);
        held.clear();
    }
}
