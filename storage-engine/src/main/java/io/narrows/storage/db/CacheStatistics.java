package io.narrows.storage.db;

import io.narrows.storage.sst.BlockCache;

/**
 * The block cache. Where several databases share one, each of them sees all of it.
 *
 * @param hits data blocks that were asked for and were there, since the cache was made
 * @param misses data blocks that were asked for and had to be read
 * @param weight bytes that it holds, overhead included
 * @param capacity bytes that it may hold
 */
public record CacheStatistics(long hits, long misses, long weight, long capacity) {
    static CacheStatistics of(BlockCache cache) {
        return new CacheStatistics(cache.hits(), cache.misses(), cache.weight(), cache.capacity());
    }
}
