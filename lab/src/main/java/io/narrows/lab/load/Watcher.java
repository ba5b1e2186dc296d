package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchGrpc;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A watch of all keys with a prefix. If its stream ends, it continues with the next server, after the last event.
 * Thread-safe.
 */
final class Watcher implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final Endpoints endpoints;
    private final String prefix;
    private final ScheduledExecutorService timer;
    private final WatchLag lag = new WatchLag();
    private final LongAdder events = new LongAdder();
    private final LongAdder breaks = new LongAdder();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private int endpoint;
    private volatile long nextRevision;
    private volatile boolean closed;

    /**
     * @param endpoint index of the first server
     * @param nextRevision revision of the first event
     */
    Watcher(Endpoints endpoints, int endpoint, String prefix, long nextRevision, ScheduledExecutorService timer) {
        this.endpoints = endpoints;
        this.endpoint = endpoint;
        this.prefix = prefix;
        this.nextRevision = nextRevision;
        this.timer = timer;
    }

    /** Opens the watch. The future completes when a server has confirmed it. */
    CompletableFuture<Void> open() {
        connect();
        return opened;
    }

    private void connect() {
        StreamObserver<WatchRequest> requests = ClientCalls.asyncBidiStreamingCall(
                endpoints.get(endpoint).watches().newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT),
                new Answers());
        requests.onNext(WatchRequest.newBuilder()
                .setCreateRequest(WatchCreateRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8(prefix))
                        .setRangeEnd(Registry.endOf(prefix))
                        .setStartRevision(nextRevision)
                        .setProgressNotify(true))
                .build());
    }

    /** Records the acknowledgment of a write. */
    void acknowledged(Operation operation, long revision, long at) {
        if (operation.prefix().equals(prefix)) {
            lag.acknowledged(revision, at);
        }
    }

    WatchLag lag() {
        return lag;
    }

    long events() {
        return events.sum();
    }

    long breaks() {
        return breaks.sum();
    }

    /** Stops the watch. Its stream ends with the channel. */
    @Override
    public void close() {
        closed = true;
    }

    private void elsewhere() {
        if (closed) {
            return;
        }
        if (opened.isDone()) {
            breaks.increment();
        }
        endpoint++;
        try {
            timer.schedule(this::connect, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            closed = true;
        }
    }

    private final class Answers implements ClientResponseObserver<WatchRequest, WatchResponse> {
        @SuppressWarnings("NullAway.Init") // gRPC calls beforeStart first
        private ClientCallStreamObserver<WatchRequest> stream;

        @Override
        public void beforeStart(ClientCallStreamObserver<WatchRequest> requests) {
            stream = requests;
        }

        @Override
        public void onNext(WatchResponse response) {
            long now = System.nanoTime();
            for (Event event : response.getEventsList()) {
                long revision = event.getKv().getModRevision();
                events.increment();
                lag.seen(revision, now);
                nextRevision = revision + 1;
            }
            if (response.getCanceled()) {
                nextRevision = Math.max(nextRevision, response.getCompactRevision());
                stream.cancel("the server canceled the watch: " + response.getCancelReason(), null);
            } else if (response.getCreated()) {
                opened.complete(null);
            }
        }

        @Override
        public void onError(Throwable failure) {
            elsewhere();
        }

        @Override
        public void onCompleted() {
            elsewhere();
        }
    }
}
