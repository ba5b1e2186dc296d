package io.narrows.storage.sst;

import org.jspecify.annotations.Nullable;

/** The blocks of one file in a {@link BlockCache}. They remain when the file is closed and opened again. Thread-safe. */
public final class FileCache {
    private final BlockCache cache;
    private final long file;

    FileCache(BlockCache cache, long file) {
        this.cache = cache;
        this.file = file;
    }

    /** Returns the block with its trailer; null if it is not cached. */
    byte @Nullable [] get(long offset) {
        return cache.get(file, offset);
    }

    /** @param block with its trailer; its checksum has been verified */
    void put(long offset, byte[] block) {
        cache.put(file, offset, block);
    }
}
