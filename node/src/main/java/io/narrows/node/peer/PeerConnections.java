package io.narrows.node.peer;

import com.google.protobuf.Message;
import io.narrows.node.thread.DaemonThreads;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The connections dialed by this member, one per peer, created on first use. Thread-safe. */
public final class PeerConnections implements Closeable {
    private static final int IDLE_SECONDS = 10;
    private static final int CLOSE_SECONDS = 5;

    private final PeerIdentity self;
    private final EventLoopGroup loops;
    private final ThreadPoolExecutor blocking = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.numbered("peer-dial-"));
    private final RefusalLog log = new RefusalLog();
    private final Map<String, PeerConnection> connections = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Creates the connections without dialing.
     *
     * @param loops event loops of the connections; the caller shuts them down, after this object is closed
     */
    public PeerConnections(PeerIdentity self, EventLoopGroup loops) {
        this.self = self;
        this.loops = loops;
    }

    /** Returns whether there is a connection to this peer. */
    public boolean isConnected(String peer) {
        return connection(peer).live() != null;
    }

    /**
     * Returns why this peer cannot be in the same group as this member, according to the last dial; empty if no reason
     * is known.
     */
    public Optional<RefusedException> refusal(String peer) {
        return Optional.ofNullable(connection(peer).refusal());
    }

    /** Starts dialing this peer unless there is a connection. */
    public void dial(String peer) {
        connection(peer).dial();
    }

    /**
     * Dials a peer that has just connected to this member, and so can be reached again, without a pause after earlier
     * failures. Ignores peers that this member has never dialed.
     */
    public void reachable(String peer) {
        PeerConnection known = connections.get(peer);
        if (known != null) {
            known.reachable();
        }
    }

    void disconnect(String peer) {
        connection(peer).disconnect();
    }

    /** Returns whether the calling thread handles responses, and must therefore not wait for one. */
    boolean inEventLoop() {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends a request over the current connection. If there is none, starts dialing without sending the request.
     *
     * @param done called once with the response or the failure, usually on an event loop
     * @return false if there is no connection
     */
    boolean sendNow(String peer, Message request, long timeoutNanos, BiConsumer<Message, PeerException> done) {
        PeerConnection connection = connection(peer);
        Calls calls = connection.live();
        if (calls == null) {
            connection.dial();
            return false;
        }
        calls.send(new Call(request, System.nanoTime() + timeoutNanos, done));
        return true;
    }

    /**
     * Sends a request over the current connection, or over the next one if a single dial succeeds in time.
     *
     * @param done called once with the response or the failure, usually on an event loop
     */
    void send(String peer, Message request, long timeoutNanos, BiConsumer<Message, PeerException> done) {
        connection(peer).send(new Call(request, System.nanoTime() + timeoutNanos, done));
    }

    private PeerConnection connection(String peer) {
        PeerConnection known = connections.get(peer);
        if (known != null) {
            return known;
        }
        PeerConnection connection = connections.computeIfAbsent(
                peer, address -> new PeerConnection(self, address, loops.next(), blocking, log));
        if (closed) {
            connection.close(() -> {});
        }
        return connection;
    }

    /** Closes all connections; waiting and later requests fail immediately. Waits until the connections are closed. */
    @Override
    public void close() {
        closed = true;
        List<PeerConnection> ended = List.copyOf(connections.values());
        CountDownLatch left = new CountDownLatch(ended.size());
        ended.forEach(connection -> connection.close(left::countDown));
        blocking.shutdown();
        try {
            if (!inEventLoop() && left.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                blocking.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
