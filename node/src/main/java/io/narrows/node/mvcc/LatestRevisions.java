package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The family {@code latest}: the revision of the latest version of each key that exists. Its entries are small, and those of deleted
 * keys and old revisions go with the next compaction of files, so keys are found much faster than among all their versions.
 * Thread-safe.
 */
final class LatestRevisions {
    /** A key of the default family: the revision up to which the family is complete. */
    static final byte[] COMPLETE = {'l'};

    private final Db db;
    private final ColumnFamily family;

    LatestRevisions(Db db, ColumnFamily family) {
        this.db = db;
        this.family = family;
    }

    /** Returns the revision of a key's latest version; empty if the key does not exist. */
    OptionalLong of(ByteString key, ReadOptions as) throws IOException {
        Optional<byte[]> revision = db.get(family, key.toByteArray(), as);
        return revision.isPresent() ? OptionalLong.of(decoded(Slice.of(revision.get()))) : OptionalLong.empty();
    }

    /** Returns an iterator over the keys of a range, which must be closed. Its values are for {@link #decoded}. */
    DbIterator within(KeyRange range, ReadOptions as) throws IOException {
        byte[] end = range.hasEnd() ? range.rangeEnd().toByteArray() : null;
        return db.iterator(family, as.between(range.key().toByteArray(), end));
    }

    static long decoded(Slice value) throws IOException {
        if (value.length() != Long.BYTES) {
            throw new IOException("revision of a key has " + value.length() + " bytes (expected: " + Long.BYTES + ")");
        }
        return ByteBuffer.wrap(value.array(), value.offset(), Long.BYTES).getLong();
    }

    void put(WriteBatch batch, ByteString key, long revision) {
        batch.put(family, key.toByteArray(), encoded(revision));
    }

    void delete(WriteBatch batch, ByteString key) {
        batch.delete(family, key.toByteArray());
    }

    /** Records that a batch makes the family complete up to a revision. */
    void putComplete(WriteBatch batch, long revision) {
        batch.put(db.defaultFamily(), COMPLETE, encoded(revision));
    }

    /**
     * Returns whether the family is complete at a database's latest revision. An earlier release does not write it, so it
     * is behind, or empty, in a database that such a release has changed.
     */
    boolean isCompleteAt(long revision) throws IOException {
        Optional<byte[]> complete = db.get(db.defaultFamily(), COMPLETE);
        return complete.isPresent() && decoded(Slice.of(complete.get())) == revision;
    }

    private static byte[] encoded(long revision) {
        return ByteBuffer.allocate(Long.BYTES).putLong(revision).array();
    }
}
