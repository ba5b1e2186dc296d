package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchStream;

/** A watch of this node itself, until it is closed. Its listener is called on the thread of the hub, and must not block. */
final class OwnWatch implements WatchClient, AutoCloseable {
    private final Listener listener;
    private final WatchStream stream;
    private volatile boolean closed;

    /** Is told what the watch sees. */
    interface Listener {
        /** @param response with one event at least */
        void changed(WatchResponse response);

        /** The watch has ended: its events are compacted, or the node stops. */
        void ended(EtcdError reason);

        /** Whether more may be told now; {@link OwnWatch#ready} says when that changes. */
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
    public void send(WatchResponse response) {
        if (closed) {
            return;
        }
        if (response.getCanceled()) {
            close();
            listener.ended(EtcdError.COMPACTED);
        } else if (response.getEventsCount() > 0) {
            listener.changed(response);
        }
    }

    /** There is one request. */
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
