package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the latest versions of keys: finds their revisions in {@link LatestRevisions}, and then each version by its key and
 * revision, in the cache or in the family {@code keys}. Thread-safe.
 */
final class LatestReader {
    private final Db db;
    private final ColumnFamily keys;
    private final LatestRevisions revisions;
    private final LatestVersions cache;

    LatestReader(Db db, ColumnFamily keys, LatestRevisions revisions, LatestVersions cache) {
        this.db = db;
        this.keys = keys;
        this.revisions = revisions;
        this.cache = cache;
    }

    /** Returns the revision of a key's latest version; empty if the key does not exist. */
    OptionalLong revision(ByteString key, ReadOptions as) throws IOException {
        return revisions.of(key, as);
    }

    /**
     * Returns the version that a key got in a revision.
     *
     * @throws VersionGoneException if compaction has removed it; not at a snapshot
     */
    KeyValue version(ByteString key, long revision, ReadOptions as) throws IOException {
        Optional<KeyValue> cached = cache.get(key, revision);
        return cached.isPresent()
                ? cached.get()
                : decoded(
                        key,
                        revision,
                        db.get(keys, VersionKey.of(key, revision), as).map(Slice::of));
    }

    private static KeyValue decoded(ByteString key, long revision, Optional<Slice> stored) throws IOException {
        if (stored.isEmpty()) {
            throw new VersionGoneException(key, revision);
        }
        return Version.decoded(revision, stored.get()).keyValue(key);
    }

    /** Returns a walk over the keys of a range as they are now, or at the snapshot. Must be closed. */
    Walk walk(KeyRange range, ReadOptions as) throws IOException {
        return new Walk(revisions.within(range, as), new VersionsInOrder(db, keys, as));
    }

    /** A walk over the keys of a range. Not thread-safe. */
    final class Walk implements Living, AutoCloseable {
        private final DbIterator at;
        private final VersionsInOrder versions;

        private Walk(DbIterator at, VersionsInOrder versions) {
            this.at = at;
            this.versions = versions;
        }

        /** Visits the keys in order, until the visitor is done. */
        void run(Visitor visitor) throws IOException {
            for (at.seekToFirst(); at.isValid() && !visitor.isDone(); at.next()) {
                visitor.visit(this);
            }
        }

        @Override
        public ByteString key() {
            Slice key = at.key();
            return ByteString.copyFrom(key.array(), key.offset(), key.length());
        }

        @Override
        public long revision() throws IOException {
            return LatestRevisions.decoded(at.value());
        }

        /** @throws VersionGoneException if compaction has removed it; not at a snapshot */
        @Override
        public KeyValue keyValue() throws IOException {
            ByteString key = key();
            long revision = revision();
            Optional<KeyValue> cached = cache.get(key, revision);
            return cached.isPresent()
                    ? cached.get()
                    : decoded(key, revision, versions.find(VersionKey.of(key, revision)));
        }

        @Override
        public void close() {
            at.close();
            versions.close();
        }
    }
}
