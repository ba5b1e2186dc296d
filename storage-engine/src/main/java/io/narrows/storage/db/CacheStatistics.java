package io.narrows.storage.db;

import io.narrows.storage.sst.BlockCache;

/**
 * Statistics of the block cache. A cache that several databases share reports the same numbers to each of them.
 *
 * @param hits data blocks found in the cache since it was created
 * @param misses data blocks that had to be read from files
 * @param weight bytes in the cache, overhead included
 * @param capacity maximum of {@code weight} in bytes
 */
public record CacheStatistics(long hits, long misses, long weight, long capacity) {
    static CacheStatistics of(BlockCache cache) {
        return new CacheStatistics(cache.hits(), cache.misses(), cache.weight(), cache.capacity());
    }
}
