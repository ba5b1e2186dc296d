package io.narrows.storage.sst;

/** Differences between the versions of the format (RocksDB's {@code include/rocksdb/table.h}, {@code format_version}). */
final class FormatVersion {
    static final int OLDEST = 2;
    static final int NEWEST = 7;

    private FormatVersion() {}

    static boolean isReadable(int version) {
        return version >= OLDEST && version <= NEWEST;
    }

    /** Returns whether index values omit their length, and are deltas where keys share a prefix. */
    static boolean hasShortIndexValues(int version) {
        return version >= 4;
    }

    /**
     * Returns whether checksums depend on the file and the block's position, and the metaindex contains the handle of the
     * index.
     */
    static boolean hasContextChecksums(int version) {
        return version >= 6;
    }

    /** Returns whether the property {@code rocksdb.compression} lists the types of the blocks. */
    static boolean listsCompressionTypes(int version) {
        return version >= 7;
    }
}
