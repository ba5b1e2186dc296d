package io.narrows.node.api;

import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.replica.Replica;
import io.narrows.node.watch.WatchStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of a client's watch stream. A watch without a start revision begins after this member's revision, so it waits until
 * the member has everything that the group had committed: a member that was killed or partitioned may be behind revisions that
 * the client has read, and would send their events again. Without a leader it waits for one.
 *
 * <p>Watches are created in the order of their requests, because a client may match the answers by it. The cancellation of a
 * watch that waits follows its creation; so does that of an id that a waiting watch may get from the stream, because a client can
 * predict it. All other requests pass those that wait.
 */
final class WatchRequests implements StreamObserver<WatchRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchRequests.class);
    private static final long RETRY_MILLIS = 100;

    /** Estimated bytes of the objects of a request. */
    private static final long OVERHEAD = 200;

    /** Once the waiting requests take this many bytes, the client's next request is not read. */
    static final long WAITING_BYTES = 64 << 10;

    private final WatchStream stream;
    private final Replica replica;
    private final Executor later;
    private final AtomicBoolean failureLogged = new AtomicBoolean();

    /** Set once the client has gone. */
    private volatile boolean closed;

    /** Guarded by this, as the next three. The replica is not called under this lock. */
    private final Queue<WatchRequest> waiting = new ArrayDeque<>();

    private long waitingBytes;
    private boolean nextHeldBack;

    /** Number of requests to create a watch, up to now. */
    private long creations;

    WatchRequests(WatchStream stream, Replica replica) {
        this(stream, replica, CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** @param later runs retries after a pause */
    WatchRequests(WatchStream stream, Replica replica, Executor later) {
        this.stream = stream;
        this.replica = replica;
        this.later = later;
    }

    @Override
    public void onNext(WatchRequest request) {
        if (passOrAdd(request)) {
            catchUp();
        }
    }

    /** Returns whether the request is the first one that waits. */
    private synchronized boolean passOrAdd(WatchRequest request) {
        if (request.hasCreateRequest()) {
            creations++;
        }
        if (!mustWait(request)) {
            stream.request(request);
            return false;
        }
        waiting.add(request);
        waitingBytes += bytes(request);
        if (waitingBytes < WAITING_BYTES) {
            stream.allowNext();
        } else {
            nextHeldBack = true;
        }
        return waiting.size() == 1;
    }

    private boolean mustWait(WatchRequest request) {
        if (request.hasCancelRequest()) {
            long id = request.getCancelRequest().getWatchId();
            return waiting.stream().anyMatch(before -> before.hasCreateRequest() && mayGet(before, id));
        }
        return request.hasCreateRequest() && (!waiting.isEmpty() || needsBarrier(request));
    }

    /** Returns whether a waiting watch may get an id. Those that the stream chooses are lower than the number of creations. */
    private boolean mayGet(WatchRequest creation, long id) {
        long requested = creation.getCreateRequest().getWatchId();
        return requested == 0 ? id < creations && stream.mayChoose(id) : requested == id;
    }

    private static long bytes(WatchRequest request) {
        return OVERHEAD + request.getSerializedSize();
    }

    private static boolean needsBarrier(WatchRequest request) {
        return request.hasCreateRequest() && request.getCreateRequest().getStartRevision() == 0;
    }

    private void catchUp() {
        orFail(() -> {
            int before = waitingNow();
            barrier().whenComplete((caughtUp, failure) -> orFail(() -> afterBarrier(before, failure)));
        });
    }

    /** Runs a step of the wait. If it fails, the call does so too; otherwise its client would wait forever. */
    private void orFail(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            stream.fail(e);
        }
    }

    private void afterBarrier(int before, @Nullable Throwable failure) {
        if (failure == null) {
            pass(before);
        } else if (Statuses.isStopped(failure)) {
            stream.fail(failure);
        } else if (!closed && !stream.isEnded()) {
            logFirst(failure);
            later.execute(this::catchUp);
        }
    }

    private void logFirst(Throwable failure) {
        if (Statuses.isUnexpected(failure) && !failureLogged.getAndSet(true)) {
            LOG.atWarn().setCause(failure).log("cannot create a watch yet, as a read barrier failed; retrying");
        }
    }

    private synchronized int waitingNow() {
        return waiting.size();
    }

    private CompletableFuture<Void> barrier() {
        try {
            return replica.readBarrier();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Passes on the requests that came before a barrier, and those behind them that need none. */
    private synchronized void pass(int count) {
        int passed = 0;
        while (!waiting.isEmpty() && (passed < count || !needsBarrier(waiting.element()))) {
            WatchRequest request = waiting.remove();
            waitingBytes -= bytes(request);
            stream.requestLate(request);
            passed++;
        }
        if (nextHeldBack && waitingBytes < WAITING_BYTES) {
            nextHeldBack = false;
            stream.allowNext();
        }
        if (!waiting.isEmpty()) {
            CompletableFuture.runAsync(this::catchUp); // not by the replica's thread, which a barrier may need
        }
    }

    /** Closes the stream after the client has canceled the call. */
    void close() {
        closed = true;
        stream.close();
    }

    @Override
    public void onError(Throwable cancelled) {
        close();
    }

    /** Does nothing. As in etcd, watches of a half-closed stream continue until the client cancels the call. */
    @Override
    public void onCompleted() {}
}
