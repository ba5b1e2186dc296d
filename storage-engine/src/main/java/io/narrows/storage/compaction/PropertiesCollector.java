package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.util.Map;

/** Collects properties of a file from its entries, like RocksDB's TablePropertiesCollector. Not thread-safe. */
public interface PropertiesCollector {
    /** Collects nothing. */
    PropertiesCollector NONE = new PropertiesCollector() {
        @Override
        public void add(Slice userKey, long sequence, EntryType type, Slice value) {
            // nothing to collect
        }

        @Override
        public Map<String, Long> finish() {
            return Map.of();
        }
    };

    /**
     * Receives the next entry of the file; the slices are valid during the call.
     *
     * @param sequence as written to the file: 0 for entries of the bottommost level that all readers see
     */
    void add(Slice userKey, long sequence, EntryType type, Slice value);

    /**
     * Returns properties by name. Names that begin with {@code rocksdb.} are reserved. Tools that do not know a name show its
     * value as a number if the name begins with {@code narrows.}, and as text otherwise.
     */
    Map<String, Long> finish();
}
