package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Event;
import org.jspecify.annotations.Nullable;

/** An event in the two encodings that watches receive, with its previous value and without. Each is made once for all watches. */
final class Occurrence {
    private final Event event;
    private @Nullable ByteString full;
    private @Nullable ByteString bare;

    Occurrence(Event event) {
        this.event = event;
    }

    Event event() {
        return event;
    }

    ByteString encodedFor(Watcher watcher) {
        return watcher.prevKv() || !event.hasPrevKv() ? full() : bare();
    }

    private ByteString full() {
        if (full == null) {
            full = event.toByteString();
        }
        return full;
    }

    private ByteString bare() {
        if (bare == null) {
            bare = event.toBuilder().clearPrevKv().build().toByteString();
        }
        return bare;
    }
}
