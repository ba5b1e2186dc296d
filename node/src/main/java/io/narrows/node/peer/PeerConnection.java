package io.narrows.node.peer;

import io.narrows.node.socket.SocketKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one peer, which this member redials whenever it fails or ends.
 *
 * <pre>
 *           dial             resolved, accepted
 *   IDLE ----------> DIALLING ---------------> CONNECTED
 *    ^                  | |                        |
 *    |                  | +--- failed ---> IDLE    |   the next dial waits for the pause
 *    +------------------+--------------------------+   closed
 * </pre>
 *
 * <p>A peer that connects to this member is reachable again, which shortens the pause to the first one. There always is one: two
 * members could otherwise redial each other without end.
 *
 * All fields except the volatile ones are confined to the event loop.
 */
final class PeerConnection {
    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);
    private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
    private static final int GREETING_TIMEOUT_MILLIS = 5_000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PeerIdentity self;
    private final String peer;
    private final EventLoop loop;
    private final Executor blocking;
    private final RefusalLog log;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final UnsentCalls unsent;
    private volatile @Nullable Calls live;
    private volatile @Nullable RefusedException refusal;
    private volatile boolean closed;
    private @Nullable Channel channel;
    private long pauseNanos;
    private long failedNanos;
    private @Nullable ScheduledFuture<?> pausing;
    private boolean dialing;

    /** Whether the peer has connected to this member since the current dial began. */
    private boolean reachable;

    /**
     * Creates the connection without dialing.
     *
     * @param blocking runs name lookups
     * @param log records peers that refuse
     */
    PeerConnection(PeerIdentity self, String peer, EventLoop loop, Executor blocking, RefusalLog log) {
        this.self = self;
        this.peer = peer;
        this.loop = loop;
        this.blocking = blocking;
        this.log = log;
        unsent = new UnsentCalls(peer, loop);
    }

    /** Returns the calls over the current connection, or null. */
    @Nullable
    Calls live() {
        Calls calls = live;
        return calls != null && calls.isActive() ? calls : null;
    }

    /** Returns why the last dial was refused, by the peer or by this member, or null. */
    @Nullable
    RefusedException refusal() {
        return refusal;
    }

    /** Starts dialing unless there is a connection or a dial in progress. Does not block. */
    void dial() {
        if (live() == null && asked.compareAndSet(false, true)) {
            onLoop(this::pauseThenResolve, () -> asked.set(false));
        }
    }

    /**
     * Sends a call over the connection, or once the next dial succeeds. The call fails if that dial fails or takes too
     * long.
     */
    void send(Call call) {
        Calls calls = live();
        if (calls != null) {
            calls.send(call);
        } else {
            onLoop(() -> sendOrKeep(call), () -> call.failed(stopped()));
        }
    }

    private void sendOrKeep(Call call) {
        Calls calls = live();
        if (closed) {
            call.failed(stopped());
        } else if (calls != null) {
            calls.send(call);
        } else if (unsent.add(call)) {
            dial();
        } else {
            call.failed(new NotSentException("too many requests are waiting for a connection to " + peer));
        }
    }

    private NotSentException stopped() {
        return new NotSentException("cannot reach " + peer + ": this member is stopping");
    }

    private void onLoop(Runnable work, Runnable rejected) {
        if (loop.inEventLoop()) {
            work.run();
            return;
        }
        try {
            loop.execute(work);
        } catch (RejectedExecutionException e) {
            rejected.run();
        }
    }

    private void pauseThenResolve() {
        if (closed || live() != null) {
            asked.set(false);
            return;
        }
        long rest = pauseNanos == 0 ? 0 : failedNanos + pauseNanos - System.nanoTime();
        if (rest > 0) {
            pausing = loop.schedule(this::resolve, rest, TimeUnit.NANOSECONDS);
        } else {
            resolve();
        }
    }

    /** Dials the peer, which can be reached, after at most the first pause. Does not block. */
    void reachable() {
        onLoop(this::dialReachable, () -> {});
    }

    private void dialReachable() {
        if (closed || live() != null) {
            return;
        }
        pauseNanos = Math.min(pauseNanos, FIRST_PAUSE_NANOS);
        if (dialing) {
            reachable = true; // this dial may have begun before the peer could be reached
        } else if (pausing != null && pausing.cancel(false)) {
            pauseThenResolve();
        } else {
            dial();
        }
    }

    private void resolve() {
        pausing = null;
        dialing = true;
        reachable = false;
        int colon = peer.lastIndexOf(':');
        try {
            blocking.execute(() -> {
                try {
                    int port = Integer.parseInt(peer.substring(colon + 1));
                    InetAddress[] addresses = InetAddress.getAllByName(peer.substring(0, colon));
                    onLoop(() -> connect(addresses, port, 0), () -> {});
                } catch (IOException | IllegalArgumentException e) {
                    onLoop(
                            () -> failed(new IOException("cannot resolve " + peer + ": " + e.getMessage(), e)),
                            () -> {});
                }
            });
        } catch (RejectedExecutionException e) {
            failed(new IOException("this member is stopping", e));
        }
    }

    private void connect(InetAddress[] addresses, int port, int index) {
        if (closed) {
            dialing = false;
            asked.set(false);
            return;
        }
        Calls calls = new Calls(peer);
        new Bootstrap()
                .group(loop)
                .channel(SocketKind.best().client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        channel = made;
                        made.pipeline()
                                .addLast(
                                        new DialHandshake(self, peer, GREETING_TIMEOUT_MILLIS, result(made, calls)),
                                        new FrameEncoder(),
                                        calls);
                    }
                })
                .connect(new InetSocketAddress(addresses[index], port))
                .addListener(done -> {
                    if (done.isSuccess()) {
                        return;
                    }
                    if (index + 1 < addresses.length) {
                        connect(addresses, port, index + 1);
                    } else {
                        failed(new IOException(done.cause().getMessage(), done.cause()));
                    }
                });
    }

    private DialHandshake.DialResult result(Channel made, Calls calls) {
        return new DialHandshake.DialResult() {
            @Override
            public void accepted() {
                connected(made, calls);
            }

            @Override
            public void failed(IOException reason) {
                PeerConnection.this.failed(reason);
            }
        };
    }

    private void connected(Channel made, Calls calls) {
        dialing = false;
        asked.set(false);
        refusal = null;
        long connectedNanos = System.nanoTime();
        made.closeFuture().addListener(ended -> ended(connectedNanos));
        if (closed) {
            made.close();
            return;
        }
        live = calls;
        LOG.atInfo().addKeyValue("peer", peer).log("connected to peer");
        unsent.take().forEach(calls::send);
    }

    /**
     * Schedules the pause before the next dial; a peer that accepts a connection and soon closes it is not redialed at
     * once either.
     */
    private void ended(long connectedNanos) {
        if (System.nanoTime() - connectedNanos < MAX_PAUSE_NANOS) {
            pause();
        } else {
            pauseNanos = 0;
        }
    }

    private void pause() {
        failedNanos = System.nanoTime();
        pauseNanos = Math.min(MAX_PAUSE_NANOS, pauseNanos == 0 ? FIRST_PAUSE_NANOS : 2 * pauseNanos);
    }

    private void failed(IOException reason) {
        dialing = false;
        asked.set(false);
        pause();
        if (reason instanceof RefusedException refused) {
            refusal = refused;
            log.warn(peer, refused);
        } else {
            LOG.atDebug()
                    .addKeyValue("peer", peer)
                    .addKeyValue("reason", String.valueOf(reason.getMessage()))
                    .log("cannot connect to peer");
        }
        failUnsent(new NotSentException("cannot reach " + peer + ": " + reason.getMessage(), reason));
        if (reachable) {
            pauseNanos = FIRST_PAUSE_NANOS;
            dial();
        }
    }

    private void failUnsent(NotSentException reason) {
        unsent.take().forEach(call -> call.failed(reason));
    }

    /** Closes the current connection; the next request dials a new one. */
    void disconnect() {
        Calls calls = live;
        if (calls != null) {
            calls.close();
        }
    }

    /** Closes the current connection and fails the waiting requests. The peer is not dialed again. */
    void close(Runnable done) {
        closed = true;
        onLoop(
                () -> {
                    failUnsent(stopped());
                    if (channel == null) {
                        done.run();
                    } else {
                        channel.close().addListener(ended -> done.run());
                    }
                },
                done);
    }
}
