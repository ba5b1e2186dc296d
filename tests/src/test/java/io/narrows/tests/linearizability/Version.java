package io.narrows.tests.linearizability;

import io.narrows.node.etcd.KeyValue;
import java.util.List;

/**
 * The state of a key.
 *
 * @param id of its value, by {@link Payload}; empty if the key is absent
 * @param revision at which it was written; 0 if the key is absent
 */
record Version(String id, long revision) {
    static final Version NOTHING = new Version("", 0);

    /** Returns the version in the response to a read of one key. */
    static Version of(List<KeyValue> found) {
        return found.isEmpty() ? NOTHING : of(found.get(0));
    }

    static Version of(KeyValue found) {
        return new Version(Payload.idOf(found.getValue()), found.getModRevision());
    }

    String json() {
        return revision == 0 ? "{\"revision\":0}" : "{\"value\":\"%s\",\"revision\":%d}".formatted(id, revision);
    }
}
