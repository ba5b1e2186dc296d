package io.narrows.storage.sst;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Cache of data blocks with their trailers. Blocks are cached as stored, compressed, so that more of them fit; a block that
 * is slow to decompress is kept uncompressed once it is requested again. One cache is shared by all files, and bounded by
 * the total size of the blocks. Thread-safe.
 */
public final class BlockCache {
    /** Approximate overhead of a block in bytes: array header, key, the cache's own node. */
    private static final int OVERHEAD = 120;

    private final Cache<Key, byte[]> blocks;
    private final AtomicLong files = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final long capacity;

    private record Key(long file, long offset) {
        @Override
        public int hashCode() {
            long mixed = (offset ^ file << 40) * 0x9e3779b97f4a7c15L;
            return (int) (mixed >>> 32);
        }
    }

    private BlockCache(long maxBytes) {
        this.capacity = maxBytes;
        this.blocks = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Key key, byte[] block) -> block.length + OVERHEAD)
                .executor(Runnable::run)
                .build();
    }

    /** @param maxBytes of all blocks; 0 disables caching */
    public static BlockCache ofBytes(long maxBytes) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("block cache of " + maxBytes + " bytes (expected: at least 0)");
        }
        return new BlockCache(maxBytes);
    }

    /** Returns the bytes of the cached blocks, overhead included. */
    public long weight() {
        blocks.cleanUp();
        return blocks.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Returns the maximum weight in bytes. */
    public long capacity() {
        return capacity;
    }

    /** Returns how often a requested block was in the cache. */
    public long hits() {
        return hits.sum();
    }

    /** Returns how often a requested block was not in the cache. */
    public long misses() {
        return misses.sum();
    }

    /** Returns the empty share of one more file. */
    public FileCache newFile() {
        return new FileCache(this, files.getAndIncrement());
    }

    /** Returns the block with its trailer; null if it is not cached. */
    byte @Nullable [] get(long file, long offset) {
        byte[] block = blocks.getIfPresent(new Key(file, offset));
        (block == null ? misses : hits).increment();
        return block;
    }

    /** @param block with its trailer; its checksum has been verified */
    void put(long file, long offset, byte[] block) {
        blocks.put(new Key(file, offset), block);
    }
}
