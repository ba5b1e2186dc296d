package io.narrows.node.watch;

import io.narrows.node.etcd.Event;
import org.jspecify.annotations.Nullable;

/** An event in the two forms that watches receive, each created at most once for all of them. */
final class Occurrence {
    private final Event full;
    private @Nullable Event bare;

    Occurrence(Event full) {
        this.full = full;
    }

    Event full() {
        return full;
    }

    Event as(Watcher watcher) {
        if (watcher.prevKv() || !full.hasPrevKv()) {
            return full;
        }
        if (bare == null) {
            bare = full.toBuilder().clearPrevKv().build();
        }
        return bare;
    }
}
