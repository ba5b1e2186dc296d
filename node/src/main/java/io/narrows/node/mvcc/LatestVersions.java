package io.narrows.node.mvcc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.util.Map;
import java.util.Optional;

/**
 * A bounded cache of the latest versions of keys in a database. Filled only by the thread that changes the keyspace, with what it has
 * written or read. Thread-safe: for other threads, a cached version may be one that was just replaced, so they use it only
 * if its revision is the one that they need.
 */
final class LatestVersions {
    /** Estimated bytes of the objects around a key and its value. */
    static final int OVERHEAD = 256;

    private final Cache<Key, KeyValue> versions;

    /** @param maxBytes bound on keys, values and overhead; 0 disables the cache */
    LatestVersions(long maxBytes) {
        this.versions = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Key key, KeyValue version) -> bytes(version))
                .executor(Runnable::run)
                .build();
    }

    /** Returns the cached version of a key. Used by the thread that changes the keyspace, for which it is the latest one. */
    Optional<KeyValue> get(ByteString key) {
        return Optional.ofNullable(versions.getIfPresent(new Key(key)));
    }

    /** Returns the version of a key from this revision, if it is cached. */
    Optional<KeyValue> get(ByteString key, long revision) {
        return get(key).filter(version -> version.getModRevision() == revision);
    }

    void put(KeyValue version) {
        versions.put(new Key(version.getKey()), version);
    }

    /** @param changed latest versions in the database; empty for deleted keys */
    void putAll(Map<ByteString, Optional<KeyValue>> changed) {
        changed.forEach((key, version) -> version.ifPresentOrElse(this::put, () -> versions.invalidate(new Key(key))));
    }

    void clear() {
        versions.invalidateAll();
    }

    /** Returns the estimated bytes of all cached versions. */
    long bytes() {
        versions.cleanUp();
        return versions.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    private static int bytes(KeyValue version) {
        return OVERHEAD + version.getKey().size() + version.getValue().size();
    }

    /** A key that a hash table can order: clients choose keys, and could choose those with the same hash. */
    private record Key(ByteString bytes) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Bytes.ORDER.compare(bytes, other.bytes);
        }
    }
}
