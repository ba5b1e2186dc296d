package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchCreateRequest.FilterType;
import io.narrows.node.mvcc.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** A watch of a stream. Its mutable state is confined to the hub's thread; its request never changes. */
final class Watcher {
    private final WatchStream stream;
    private final long id;
    private final KeyRange range;
    private final boolean puts;
    private final boolean deletes;
    private final boolean prevKv;
    private final boolean fragment;
    private final boolean progressNotify;
    private List<ByteString> collected = List.of();
    private boolean quiet = true;
    private long next;

    Watcher(WatchStream stream, long id, WatchCreateRequest request, long next) {
        this.stream = stream;
        this.id = id;
        this.range = KeyRange.of(request);
        this.puts = !request.getFiltersList().contains(FilterType.NOPUT);
        this.deletes = !request.getFiltersList().contains(FilterType.NODELETE);
        this.prevKv = request.getPrevKv();
        this.fragment = request.getFragment();
        this.progressNotify = request.getProgressNotify();
        this.next = next;
    }

    WatchStream stream() {
        return stream;
    }

    long id() {
        return id;
    }

    KeyRange range() {
        return range;
    }

    boolean fragment() {
        return fragment;
    }

    /**
     * Returns the first revision not delivered yet. For a synced watcher it is a lower bound: no earlier revision is
     * relevant to it.
     */
    long next() {
        return next;
    }

    void next(long revision) {
        next = revision;
    }

    boolean wants(Event event) {
        return event.getType() == Event.EventType.PUT ? puts : deletes;
    }

    boolean prevKv() {
        return prevKv;
    }

    /**
     * Collects an encoded event for the response being built.
     *
     * @return whether it is the first of that response
     */
    boolean collect(ByteString event) {
        boolean first = collected.isEmpty();
        if (first) {
            collected = new ArrayList<>();
        }
        collected.add(event);
        return first;
    }

    /** Returns and clears the collected events. */
    List<ByteString> takeCollected() {
        List<ByteString> taken = collected;
        collected = List.of();
        return taken;
    }

    /** Records that events were sent, so that the next progress notification can be omitted. */
    void heard() {
        quiet = false;
    }

    /** Returns whether a progress notification is due at the end of an interval, i.e. nothing was sent in it. */
    boolean progressDue() {
        boolean due = progressNotify && quiet;
        quiet = true;
        return due;
    }
}
