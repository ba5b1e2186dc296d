package io.narrows.tests.linearizability;

import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchGrpc;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The history that one member delivers to a watcher of all keys. */
final class EventStream implements StreamObserver<WatchResponse> {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final long to;
    private final List<Event> events = new ArrayList<>();
    private final CompletableFuture<List<Event>> all = new CompletableFuture<>();

    private EventStream(long to) {
        this.to = to;
    }

    /**
     * Reads all changes of the revisions, in the order of delivery. The member must have the last one eventually.
     *
     * @throws java.util.concurrent.CompletionException if the stream ends before it, or does not reach it within a minute
     */
    static List<Event> read(StoreClient member, long from, long to) {
        EventStream stream = new EventStream(to);
        StreamObserver<WatchRequest> requests =
                WatchGrpc.newStub(member.channel()).watch(stream);
        requests.onNext(WatchRequest.newBuilder()
                .setCreateRequest(WatchCreateRequest.newBuilder()
                        .setKey(StoreClient.EVERY_KEY)
                        .setRangeEnd(StoreClient.EVERY_KEY)
                        .setStartRevision(from))
                .build());
        try {
            return stream.all.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        } finally {
            requests.onCompleted();
        }
    }

    @Override
    public void onNext(WatchResponse response) {
        try {
            response.getEventsList().forEach(this::add);
        } catch (IllegalStateException damaged) {
            all.completeExceptionally(damaged);
        }
    }

    private void add(io.narrows.node.etcd.Event event) {
        long revision = event.getKv().getModRevision();
        boolean put = event.getType() == io.narrows.node.etcd.Event.EventType.PUT;
        if (revision <= to) {
            String id = put ? Payload.idOf(event.getKv().getValue()) : "";
            events.add(new Event(event.getKv().getKey().toStringUtf8(), new Version(id, revision)));
        }
        if (revision >= to) {
            all.complete(List.copyOf(events));
        }
    }

    @Override
    public void onError(Throwable error) {
        all.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
        all.completeExceptionally(new IllegalStateException("the watch ended before revision " + to));
    }
}
