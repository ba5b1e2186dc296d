package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keys changed by an entry, layered over the previous keys. Not thread-safe. */
final class Overlay {
    /** Maps deleted keys to an empty value. */
    private final NavigableMap<ByteString, Optional<KeyValue>> changed = new TreeMap<>(Bytes.ORDER);

    boolean isEmpty() {
        return changed.isEmpty();
    }

    boolean has(ByteString key) {
        return changed.containsKey(key);
    }

    void put(KeyValue keyValue) {
        changed.put(keyValue.getKey(), Optional.of(keyValue));
    }

    void delete(ByteString key) {
        changed.put(key, Optional.empty());
    }

    Optional<KeyValue> get(ByteString key) {
        return Objects.requireNonNull(changed.get(key));
    }

    /** Returns the current versions of all changed keys; empty for deleted ones. A view. */
    Map<ByteString, Optional<KeyValue>> changed() {
        return Collections.unmodifiableMap(changed);
    }

    Living.Source over(Living.Source before) {
        return (range, revision, visitor) -> {
            Merge merge = new Merge(within(range).entrySet().iterator(), visitor);
            before.walk(range, revision, merge);
            merge.finish();
        };
    }

    private NavigableMap<ByteString, Optional<KeyValue>> within(KeyRange range) {
        if (range.isOneKey()) {
            return changed.subMap(range.key(), true, range.key(), true);
        }
        return range.hasEnd()
                ? changed.subMap(range.key(), true, range.rangeEnd(), false)
                : changed.tailMap(range.key(), true);
    }

    /** Merges the changes into the walk over the previous keys. */
    private static final class Merge implements Living.Visitor {
        private final Iterator<Map.Entry<ByteString, Optional<KeyValue>>> changes;
        private final Living.Visitor visitor;
        private Map.@Nullable Entry<ByteString, Optional<KeyValue>> change;

        Merge(Iterator<Map.Entry<ByteString, Optional<KeyValue>>> changes, Living.Visitor visitor) {
            this.changes = changes;
            this.visitor = visitor;
            step();
        }

        @Override
        public void visit(Living before) throws IOException {
            while (change != null && Bytes.ORDER.compare(change.getKey(), before.key()) < 0) {
                show(change);
            }
            if (change != null && change.getKey().equals(before.key())) {
                show(change);
            } else {
                visitor.visit(before);
            }
        }

        @Override
        public boolean isDone() {
            return visitor.isDone();
        }

        void finish() throws IOException {
            while (change != null) {
                show(change);
            }
        }

        private void show(Map.Entry<ByteString, Optional<KeyValue>> shown) throws IOException {
            if (shown.getValue().isPresent()) {
                visitor.visit(new Living.Known(shown.getValue().get()));
            }
            step();
        }

        private void step() {
            change = changes.hasNext() ? changes.next() : null;
        }
    }
}
