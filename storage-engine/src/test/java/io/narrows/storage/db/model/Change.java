package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.util.NavigableMap;

/** One entry of a batch. */
public sealed interface Change {
    String family();

    /** Does it to the rows of its family. */
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

    /** Of a key that was put once since it was deleted last, or never. */
    record SingleDelete(String family, Slice key) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.remove(key);
        }
    }

    /** @param begin not behind {@code end}, which is exclusive */
    record DeleteRange(String family, Slice begin, Slice end) implements Change {
        @Override
        public void applyTo(NavigableMap<Slice, Slice> rows) {
            rows.subMap(begin, end).clear();
        }
    }
}
