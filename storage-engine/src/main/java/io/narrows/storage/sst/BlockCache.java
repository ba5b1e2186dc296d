package io.narrows.storage.sst;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Data blocks in memory, each with its trailer: as they are stored, compressed, so that more of them fit; but those plain
 * that are asked for again and slow to uncompress. One cache is shared by all files; it is bounded by the bytes of the
 * blocks. Safe for use by many threads.
 */
public final class BlockCache {
    /** About what a block costs beside its bytes: array header, key, the cache's own node. */
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

    /** @param maxBytes of all blocks; with 0 nothing is kept */
    public static BlockCache ofBytes(long maxBytes) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("block cache of " + maxBytes + " bytes (expected: at least 0)");
        }
        return new BlockCache(maxBytes);
    }

    /** Bytes of the blocks that are in it, with what they cost beside. */
    public long weight() {
        blocks.cleanUp();
        return blocks.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Bytes that it may hold. */
    public long capacity() {
        return capacity;
    }

    /** How often a block was asked for and was there. */
    public long hits() {
        return hits.sum();
    }

    /** How often a block was asked for and was not there. */
    public long misses() {
        return misses.sum();
    }

    /** The share of one more file, which is empty. */
    public FileCache newFile() {
        return new FileCache(this, files.getAndIncrement());
    }

    /** The block with its trailer; null when it is not there. */
    byte[] get(long file, long offset) {
        byte[] block = blocks.getIfPresent(new Key(file, offset));
        (block == null ? misses : hits).increment();
        return block;
    }

    /** @param block with its trailer, checked */
    void put(long file, long offset, byte[] block) {
        blocks.put(new Key(file, offset), block);
    }
}
