package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.Event.EventType;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaderResponse;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.watch.WatchHub;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client's stream of the values proclaimed by an election's leaders, in order. It looks up the leader, watches the
 * leader's key until it is deleted, and starts over. Without a leader it waits for the first key.
 */
final class Observation {
    /** Builds the response for a leader's key. */
    @FunctionalInterface
    interface Form {
        LeaderResponse of(long revision, KeyValue leader);
    }

    private final ByteString name;
    private final TurnQueue turns;
    private final WatchHub watches;
    private final Form form;
    private final ServerCallStreamObserver<LeaderResponse> client;
    private @Nullable OwnWatch watch;
    private boolean ended;

    Observation(
            ByteString name,
            TurnQueue turns,
            WatchHub watches,
            Form form,
            ServerCallStreamObserver<LeaderResponse> client) {
        this.name = name;
        this.turns = turns;
        this.watches = watches;
        this.form = form;
        this.client = client;
    }

    /** Starts the stream; must be called while the call starts. */
    void begin() {
        client.setOnCancelHandler(this::cancel);
        client.setOnReadyHandler(this::ready);
        look();
    }

    private void look() {
        turns.read(TurnQueue.first(name)).whenComplete((found, failure) -> {
            if (failure != null) {
                fail(failure);
            } else {
                follow(found);
            }
        });
    }

    private synchronized void follow(RangeResponse found) {
        if (ended) {
            return;
        }
        long revision = found.getHeader().getRevision();
        if (found.getKvsCount() == 0) {
            watch(WatchCreateRequest.newBuilder()
                    .setKey(TurnQueue.prefix(name))
                    .setRangeEnd(TurnQueue.prefixEnd(name))
                    .addFilters(WatchCreateRequest.FilterType.NODELETE)
                    .setStartRevision(revision + 1));
        } else {
            KeyValue leader = found.getKvs(0);
            client.onNext(form.of(revision, leader));
            watch(WatchCreateRequest.newBuilder().setKey(leader.getKey()).setStartRevision(revision + 1));
        }
    }

    private void watch(WatchCreateRequest.Builder request) {
        boolean forFirst = !request.getRangeEnd().isEmpty();
        watch = OwnWatch.begin(watches, request.build(), new OwnWatch.Listener() {
            @Override
            public void changed(List<Event> events) {
                if (forFirst) {
                    next();
                } else {
                    proclaimed(events);
                }
            }

            @Override
            public void ended(EtcdError reason) {
                if (reason == EtcdError.COMPACTED) {
                    look();
                } else {
                    fail(Statuses.of(reason));
                }
            }

            @Override
            public boolean isReady() {
                return client.isReady();
            }
        });
    }

    private synchronized void proclaimed(List<Event> events) {
        for (Event event : events) {
            if (ended) {
                return;
            }
            if (event.getType() == EventType.DELETE) {
                next();
                return;
            }
            client.onNext(form.of(event.getKv().getModRevision(), event.getKv()));
        }
    }

    private synchronized void next() {
        Objects.requireNonNull(watch).close();
        look();
    }

    private synchronized void ready() {
        if (watch != null) {
            watch.ready();
        }
    }

    private synchronized void fail(Throwable failure) {
        if (!ended) {
            cancel();
            client.onError(Statuses.of(failure));
        }
    }

    private synchronized void cancel() {
        ended = true;
        if (watch != null) {
            watch.close();
        }
    }
}
