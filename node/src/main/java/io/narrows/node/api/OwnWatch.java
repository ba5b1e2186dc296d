package io.narrows.node.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchStream;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.ArrayList;
import java.util.List;

/** A watch that this node itself opens and closes. The listener is called on the hub's thread and must not block. */
final class OwnWatch implements WatchClient, AutoCloseable {
    private final Listener listener;
    private final WatchStream stream;
    private volatile boolean closed;

    /** Receives the watch's events. */
    interface Listener {
        /** @param events at least one */
        void changed(List<Event> events);

        /** Called when the watch ends: its events were compacted, or the node is stopping. */
        void ended(EtcdError reason);

        /** Returns whether the listener accepts more responses now; {@link OwnWatch#ready} signals a change. */
        default boolean isReady() {
            return true;
        }
    }

    private OwnWatch(WatchHub hub, Listener listener) {
        this.listener = listener;
        this.stream = hub.open(this);
    }

    static OwnWatch begin(WatchHub hub, WatchCreateRequest request, Listener listener) {
        OwnWatch watch = new OwnWatch(hub, listener);
        watch.stream.request(WatchRequest.newBuilder().setCreateRequest(request).build());
        return watch;
    }

    void ready() {
        stream.ready();
    }

    @Override
    public boolean isReady() {
        return listener.isReady();
    }

    @Override
    public void send(EncodedWatchResponse response) {
        if (closed) {
            return;
        }
        if (response.getCanceled()) {
            close();
            listener.ended(EtcdError.COMPACTED);
        } else if (response.getEventsCount() > 0) {
            listener.changed(decoded(response.getEventsList()));
        }
    }

    private static List<Event> decoded(List<ByteString> encoded) {
        List<Event> events = new ArrayList<>(encoded.size());
        try {
            for (ByteString event : encoded) {
                events.add(Event.parseFrom(event));
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("events that this process has encoded cannot be decoded", e);
        }
        return events;
    }

    /** Does nothing: there is only one request. */
    @Override
    public void requestNext() {}

    @Override
    public void closed() {
        if (!closed) {
            closed = true;
            listener.ended(EtcdError.STOPPED);
        }
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
    }
}
