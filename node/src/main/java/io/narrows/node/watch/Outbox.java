package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Responses of one stream waiting for their client, in order. Not thread-safe. */
final class Outbox {
    private static final int EVENT_OVERHEAD = 128;

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long bytes;

    private record Waiting(EncodedWatchResponse response, long bytes) {}

    /** Estimates the memory used by events; cheaper than computing their wire size. */
    static long sizeOf(List<Event> events) {
        long size = 0;
        for (Event event : events) {
            size += sizeOf(event);
        }
        return size;
    }

    static long sizeOf(Event event) {
        return EVENT_OVERHEAD + sizeOf(event.getKv()) + sizeOf(event.getPrevKv());
    }

    private static long sizeOf(KeyValue kv) {
        return (long) kv.getKey().size() + kv.getValue().size();
    }

    void add(EncodedWatchResponse response) {
        long size = EVENT_OVERHEAD;
        for (ByteString event : response.getEventsList()) {
            size += EVENT_OVERHEAD + event.size();
        }
        waiting.add(new Waiting(response, size));
        bytes += size;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** Removes the oldest response; there must be one. */
    EncodedWatchResponse remove() {
        Waiting oldest = waiting.remove();
        bytes -= oldest.bytes();
        return oldest.response();
    }
}
