package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.nio.file.Path;

/** A verified SST file written for ingestion, with its key bounds. */
record ExternalFile(Path path, Bound smallest, Bound largest) {
    private static final String VERSION_PROPERTY = "rocksdb.external_sst_file.version";

    /**
     * A bound of the keys of a file.
     *
     * @param exclusive whether it is the end of a range deletion, a key that the file itself does not contain
     */
    record Bound(Slice key, EntryType type, boolean exclusive) {
        /** Returns the internal key for a file whose entries all have one sequence number. */
        Slice at(long sequence) {
            return Slice.of(
                    InternalKey.of(key, InternalKey.trailer(exclusive ? InternalKey.MAX_SEQUENCE : sequence, type)));
        }
    }

    /**
     * Reads and verifies a whole file, so that no damage is ingested.
     *
     * @throws IllegalArgumentException if the file was not written for ingestion, or has no entries
     * @throws io.narrows.storage.sst.CorruptTableException if it is damaged
     */
    static ExternalFile examine(Path path, Codecs codecs) throws IOException {
        try (TableReader table = TableReader.open(path, codecs, BlockCache.ofBytes(0))) {
            if (!table.properties().raw().containsKey(VERSION_PROPERTY)) {
                throw new IllegalArgumentException(path + ": not written for ingestion: property " + VERSION_PROPERTY
                        + " is missing (expected: a file of an SST file writer)");
            }
            table.verify();
            return of(path, table);
        }
    }

    private static ExternalFile of(Path path, TableReader table) throws IOException {
        Bound smallest = null;
        Bound largest = null;
        TableIterator entries = table.iterator();
        entries.seekToFirst();
        if (entries.isValid()) {
            smallest = new Bound(Slice.of(entries.userKey().toByteArray()), entries.type(), false);
            entries.seekToLast();
            largest = new Bound(Slice.of(entries.userKey().toByteArray()), entries.type(), false);
        }
        for (RangeTombstone tombstone : table.rangeTombstones()) {
            if (smallest == null || tombstone.begin().compareTo(smallest.key()) < 0) {
                smallest = new Bound(tombstone.begin(), EntryType.RANGE_DELETE, false);
            }
            if (largest == null || tombstone.end().compareTo(largest.key()) > 0) {
                largest = new Bound(tombstone.end(), EntryType.RANGE_DELETE, true);
            }
        }
        if (smallest == null || largest == null) {
            throw new IllegalArgumentException(path + ": the file has no entries");
        }
        return new ExternalFile(path, smallest, largest);
    }

    /** @throws IllegalArgumentException if the next file, in order of smallest keys, begins before this one ends */
    void requireBefore(ExternalFile next) {
        int order = largest.key().compareTo(next.smallest.key());
        if (order > 0 || order == 0 && !largest.exclusive()) {
            throw new IllegalArgumentException(
                    path + " and " + next.path + " overlap (expected: files that do not overlap)");
        }
    }
}
