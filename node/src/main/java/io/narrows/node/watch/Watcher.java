package io.narrows.node.watch;

import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchCreateRequest.FilterType;
import io.narrows.node.mvcc.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** One watch of a stream. What changes in it belongs to the thread of the hub; what it asks for never changes. */
final class Watcher {
    private final WatchStream stream;
    private final long id;
    private final KeyRange range;
    private final boolean puts;
    private final boolean deletes;
    private final boolean prevKv;
    private final boolean fragment;
    private final boolean progressNotify;
    private List<Event> collected = List.of();
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

    /** The first revision that it has not been given. Of a watcher in step with the store: no earlier one is for it. */
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
     * Puts an event aside for the response that is being made.
     *
     * @return whether it is the first of that response
     */
    boolean collect(Event event) {
        boolean first = collected.isEmpty();
        if (first) {
            collected = new ArrayList<>();
        }
        collected.add(event);
        return first;
    }

    /** Hands out what was put aside. */
    List<Event> takeCollected() {
        List<Event> taken = collected;
        collected = List.of();
        return taken;
    }

    /** It was sent events: the next notice of progress is not needed. */
    void heard() {
        quiet = false;
    }

    /** Whether it is to be told of the progress, at the end of an interval in which it was sent nothing. */
    boolean progressDue() {
        boolean due = progressNotify && quiet;
        quiet = true;
        return due;
    }
}
