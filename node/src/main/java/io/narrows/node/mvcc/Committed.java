package io.narrows.node.mvcc;

import io.narrows.node.etcd.Event;
import java.util.List;

/**
 * The result of a committed change.
 *
 * @param revision new revision of the keyspace
 * @param events events of this revision, ordered by sub-revision; none if no key changed. Each has the previous value, if
 *     any, as prev_kv
 */
public record Committed(long revision, List<Event> events) {
    public Committed {
        events = List.copyOf(events);
    }
}
