package io.narrows.storage.sst;

/** The blocks of one file in a {@link BlockCache}. A file that is opened again finds what it had in it. Thread-safe. */
public final class FileCache {
    private final BlockCache cache;
    private final long file;

    FileCache(BlockCache cache, long file) {
        this.cache = cache;
        this.file = file;
    }

    /** The block with its trailer; null when it is not there. */
    byte[] get(long offset) {
        return cache.get(file, offset);
    }

    /** @param block with its trailer, checked */
    void put(long offset, byte[] block) {
        cache.put(file, offset, block);
    }
}
