package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.util.NavigableMap;

/** One entry of a batch. */
public sealed interface Change {
    String family();

    /** Applies the change to the rows of its family. */
    void applyTo(NavigableMap<Slice, Slice> rows);

    record Put(String family, Slice key, Slice value) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.put(key, value);
        }
    }

    record Delete(String family, Slice key) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.remove(key);
        }
    }

    /** For a key that was put at most once since it was last deleted. */
    record SingleDelete(String family, Slice key) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.remove(key);
        }
    }

    /** @param begin at most {@code end}, which is exclusive */
    record DeleteRange(String family, Slice begin, Slice end) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.subMap(begin, end).clear();
        }
    }
}
