package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A bounded cache of the latest versions of keys in the database, including the absence of a key. Evicts the least recently
 * used. Used only by the thread that changes the keyspace.
 */
final class LatestVersions {
    /** Estimated bytes of the objects around a key and its value. */
    static final int OVERHEAD = 256;

    private final long maxBytes;
    private final Map<Key, Optional<KeyValue>> versions = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** @param maxBytes bound on keys, values and overhead; 0 disables the cache */
    LatestVersions(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns the latest version of a key, from the reader if it is not cached; empty if the key does not exist. */
    Optional<KeyValue> get(ByteString key, Reader reader) throws IOException {
        Optional<KeyValue> cached = versions.get(new Key(key));
        if (cached != null) {
            return cached;
        }
        Optional<KeyValue> read = reader.read();
        put(key, read);
        return read;
    }

    /** @param changed latest versions in the database; empty for deleted keys */
    void putAll(Map<ByteString, Optional<KeyValue>> changed) {
        changed.forEach(this::put);
    }

    void clear() {
        versions.clear();
        bytes = 0;
    }

    /** Returns the estimated bytes of all cached versions. */
    long bytes() {
        return bytes;
    }

    private void put(ByteString key, Optional<KeyValue> version) {
        Key cacheKey = new Key(key);
        Optional<KeyValue> before = versions.remove(cacheKey);
        if (before != null) {
            bytes -= bytes(cacheKey, before);
        }
        long added = bytes(cacheKey, version);
        if (added > maxBytes / 8) {
            return; // would evict many others
        }
        versions.put(cacheKey, version);
        bytes += added;
        while (bytes > maxBytes) {
            evict();
        }
    }

    private void evict() {
        Iterator<Map.Entry<Key, Optional<KeyValue>>> oldest =
                versions.entrySet().iterator();
        Map.Entry<Key, Optional<KeyValue>> evicted = oldest.next();
        bytes -= bytes(evicted.getKey(), evicted.getValue());
        oldest.remove();
    }

    private static long bytes(Key key, Optional<KeyValue> version) {
        return (long) OVERHEAD
                + key.bytes().size()
                + version.map(keyValue -> keyValue.getValue().size()).orElse(0);
    }

    /** Reads a key's latest version from the database. */
    interface Reader {
        Optional<KeyValue> read() throws IOException;
    }

    /** A key that a hash table can order: clients choose keys, and could choose those with the same hash. */
    private record Key(ByteString bytes) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Bytes.ORDER.compare(bytes, other.bytes);
        }
    }
}
