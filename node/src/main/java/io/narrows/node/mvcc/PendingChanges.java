package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.batch.WriteBatch;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of consecutive commands before they are written as one batch of the engine. Until then they are visible only to
 * the changes that follow. Used only by the thread that changes the keyspace.
 */
final class PendingChanges {
    private final WriteBatch batch = new WriteBatch();

    /** The current versions of the changed keys; empty for deleted ones. */
    private final Map<ByteString, Optional<KeyValue>> latest = new HashMap<>();

    private @Nullable StateRecord state;

    /** @param after state of the keyspace after the changes */
    void add(WriteBatch changes, Map<ByteString, Optional<KeyValue>> changed, StateRecord after) {
        batch.append(changes);
        latest.putAll(changed);
        state = after;
    }

    /** Records that commands without changes were applied too. Requires pending changes. */
    void skip(Applied after) {
        state = state().orElseThrow().withApplied(after);
    }

    /** Returns the state after the pending changes; empty if there are none. */
    Optional<StateRecord> state() {
        return Optional.ofNullable(state);
    }

    boolean has(ByteString key) {
        return latest.containsKey(key);
    }

    /** Returns the current version of a key that {@link #has} reports; empty if it was deleted. */
    Optional<KeyValue> get(ByteString key) {
        return latest.getOrDefault(key, Optional.empty());
    }

    /** Returns the current versions of all changed keys, empty for deleted ones. A view. */
    Map<ByteString, Optional<KeyValue>> latest() {
        return Collections.unmodifiableMap(latest);
    }

    /** Returns the changes of all commands, valid until {@link #clear}. */
    WriteBatch batch() {
        return batch;
    }

    void clear() {
        batch.clear();
        latest.clear();
        state = null;
    }
}
