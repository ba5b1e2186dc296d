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

/** The connections that this member dials, one to each peer, made when they are first needed. Thread-safe. */
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
     * Makes them, without dialling.
     *
     * @param loops of the connections; the caller shuts them down, after these are closed
     */
    public PeerConnections(PeerIdentity self, EventLoopGroup loops) {
        this.self = self;
        this.loops = loops;
    }

    /** Whether there is a connection to this peer. */
    public boolean isConnected(String peer) {
        return connection(peer).live() != null;
    }

    /** The reason why this peer cannot be in one group with this member, as the last dial found; empty if none is known. */
    public Optional<RefusedException> refusal(String peer) {
        return Optional.ofNullable(connection(peer).refusal());
    }

    /** Begins to dial this peer unless there is a connection. */
    void dial(String peer) {
        connection(peer).dial();
    }

    void disconnect(String peer) {
        connection(peer).disconnect();
    }

    /** Whether the calling thread handles answers, and must not wait for one. */
    boolean inEventLoop() {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends a request over the present connection. If there is none it begins to dial, and does not send.
     *
     * @param done told once of the response or the failure, mostly on an event loop
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
     * Sends a request over the present connection, or over the next one if a single dial can make it in time.
     *
     * @param done told once of the response or the failure, mostly on an event loop
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

    /** Ends all connections; requests that wait fail at once, later ones too. Waits for the ends of connections. */
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
