package io.narrows.node.mvcc;

import io.narrows.node.etcd.Event;
import java.util.List;

/**
 * What a change came to.
 *
 * @param revision of the keyspace now
 * @param events of this revision, in the order of their sub-revisions; none where no key has changed. Each has the value before
 *     as prev_kv, where there was one
 */
public record Committed(long revision, List<Event> events) {
    public Committed {
        events = List.copyOf(events);
    }
}
