package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.mvcc.KeyRange;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The watches of one client stream. Public methods may be called from any thread; everything else is confined to the
 * hub's thread.
 *
 * <p>Responses are etcd's: a refused watch gets {@code created} and {@code canceled} with the id -1;
 * canceling an unknown watch gets no response.
 */
public final class WatchStream {
    private static final long ALL_WATCHES = -1;
    private static final long REFUSED = -1;

    private final WatchHub hub;
    private final WatchClient client;
    private final Map<Long, Watcher> watchers = new HashMap<>();
    private final Outbox outbox = new Outbox();

    /** The least id that has not been chosen for a watch; written by the hub's thread only. */
    private volatile long nextId;

    private boolean progressAsked;
    private boolean requestHeldBack;
    private volatile boolean ended;

    WatchStream(WatchHub hub, WatchClient client) {
        this.hub = hub;
        this.client = client;
    }

    /** Handles a request of the client. {@link WatchClient#requestNext} follows. */
    public void request(WatchRequest request) {
        hub.execute(() -> {
            handle(request);
            requestNext();
        });
    }

    /** Handles a request of the client that {@link #allowNext} was called for. */
    public void requestLate(WatchRequest request) {
        hub.execute(() -> {
            handle(request);
            flush();
        });
    }

    /** Lets the client send the next request before the last one is handled. */
    public void allowNext() {
        hub.execute(this::requestNext);
    }

    /** Returns whether the client has gone or the hub is closed, so that requests have no effect. */
    public boolean isEnded() {
        return ended;
    }

    /** Signals that the client may have become ready. */
    public void ready() {
        hub.execute(this::flush);
    }

    /**
     * Returns whether a watch created later can get an id that the stream chooses. False if the id is lower than one
     * that the stream has chosen or skipped.
     */
    public boolean mayChoose(long id) {
        return id >= nextId;
    }

    /** Ends the stream with an error, because its requests cannot be handled anymore. */
    public void fail(Throwable failure) {
        hub.execute(() -> {
            if (!ended) {
                hub.forget(this);
                client.failed(failure);
            }
        });
    }

    /** Closes the stream after the client has gone; nothing more is sent. */
    public void close() {
        hub.execute(() -> hub.forget(this));
    }

    /** Asks for the first request. */
    void begin() {
        client.requestNext();
    }

    private void handle(WatchRequest request) {
        if (ended) {
            return;
        }
        switch (request.getRequestUnionCase()) {
            case CREATE_REQUEST -> create(request.getCreateRequest());
            case CANCEL_REQUEST -> cancel(request.getCancelRequest().getWatchId());
            case PROGRESS_REQUEST -> {
                progressAsked = true;
                tellProgressIfAsked();
            }
            case REQUESTUNION_NOT_SET -> {} // as in etcd: no reason to end the stream
        }
    }

    private void requestNext() {
        if (!ended) {
            requestHeldBack = true;
            flush();
        }
    }

    private void create(WatchCreateRequest request) {
        KeyRange range = KeyRange.of(request);
        if (range.isEmpty()) {
            refuse("mvcc: watcher range is empty");
        } else if (watchers.containsKey(request.getWatchId()) && request.getWatchId() != 0) {
            refuse("mvcc: duplicate watch ID provided on the WatchStream");
        } else {
            Watcher watcher = new Watcher(this, idFor(request), request, start(request));
            watchers.put(watcher.id(), watcher);
            enqueue(response(hub.revision()).setWatchId(watcher.id()).setCreated(true));
            hub.place(watcher);
        }
    }

    /** Returns the start revision of a watch; a request without one starts at the next revision. */
    private long start(WatchCreateRequest request) {
        return request.getStartRevision() == 0 ? hub.revision() + 1 : Math.max(1, request.getStartRevision());
    }

    private long idFor(WatchCreateRequest request) {
        if (request.getWatchId() != 0) {
            return request.getWatchId();
        }
        long id = nextId;
        while (watchers.containsKey(id)) {
            id++;
        }
        nextId = id + 1;
        return id;
    }

    private void refuse(String reason) {
        enqueue(response(hub.revision())
                .setWatchId(REFUSED)
                .setCreated(true)
                .setCanceled(true)
                .setCancelReason(reason));
    }

    private void cancel(long id) {
        Watcher watcher = watchers.remove(id);
        if (watcher != null) {
            hub.remove(watcher);
            enqueue(response(hub.revision()).setWatchId(id).setCanceled(true));
            tellProgressIfAsked();
        }
    }

    /** Ends a watch whose events were compacted. As in etcd, only the compact revision indicates the reason. */
    void cancelCompacted(Watcher watcher, long compactRevision) {
        watchers.remove(watcher.id());
        enqueue(response(0).setWatchId(watcher.id()).setCanceled(true).setCompactRevision(compactRevision));
        tellProgressIfAsked();
        flush();
    }

    /**
     * Sends the progress that the client requested, once no watch of the stream is behind, so that the revision holds
     * for all of them.
     */
    void tellProgressIfAsked() {
        if (progressAsked && watchers.values().stream().allMatch(hub::isUpToDate)) {
            progressAsked = false;
            enqueue(response(hub.revision()).setWatchId(ALL_WATCHES));
            flush();
        }
    }

    /** Sends progress to the watches that received nothing during the interval that ends now. */
    void tellQuietProgress() {
        tellProgressIfAsked();
        for (Watcher watcher : watchers.values()) {
            if (watcher.progressDue() && hub.isUpToDate(watcher) && hasRoom()) {
                enqueue(response(hub.revision()).setWatchId(watcher.id()));
            }
        }
        flush();
    }

    /** Returns whether more events may be buffered before the client has read some. */
    boolean hasRoom() {
        return outbox.isEmpty() || (outbox.bytes() < hub.options().streamBytes() && hub.hasRoom());
    }

    /** Returns whether the client has read everything. */
    boolean isDrained() {
        return outbox.isEmpty() && client.isReady();
    }

    /** Delivers encoded events to a watcher of this stream. */
    void deliver(Watcher watcher, List<ByteString> events, long revision) {
        watcher.heard();
        EncodedWatchResponse response =
                response(revision).setWatchId(watcher.id()).addAllEvents(events).build();
        if (watcher.fragment()) {
            Fragments.of(response, hub.options().fragmentBytes()).forEach(this::enqueue);
        } else {
            enqueue(response);
        }
        flush();
    }

    private void enqueue(EncodedWatchResponse.Builder response) {
        enqueue(response.build());
    }

    private void enqueue(EncodedWatchResponse response) {
        long before = outbox.bytes();
        outbox.add(response);
        hub.bytesWaiting(outbox.bytes() - before);
    }

    private void flush() {
        long before = outbox.bytes();
        while (!outbox.isEmpty() && client.isReady()) {
            client.send(outbox.remove());
        }
        hub.bytesWaiting(outbox.bytes() - before);
        if (outbox.isEmpty() && requestHeldBack) {
            requestHeldBack = false;
            client.requestNext();
        }
        if (isDrained()) {
            hub.catchUp();
        }
    }

    /** Removes the stream's watchers and buffered responses from the hub. */
    List<Watcher> clear() {
        ended = true;
        List<Watcher> taken = new ArrayList<>(watchers.values());
        watchers.clear();
        hub.bytesWaiting(-outbox.bytes());
        while (!outbox.isEmpty()) {
            outbox.remove();
        }
        return taken;
    }

    void closed() {
        ended = true;
        client.closed();
    }

    private static EncodedWatchResponse.Builder response(long revision) {
        return EncodedWatchResponse.newBuilder()
                .setHeader(ResponseHeader.newBuilder().setRevision(revision));
    }
}
