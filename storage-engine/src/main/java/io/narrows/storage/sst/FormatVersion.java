package io.narrows.storage.sst;

/** What the versions of the format differ in (RocksDB's {@code include/rocksdb/table.h}, {@code format_version}). */
final class FormatVersion {
    static final int OLDEST = 2;
    static final int NEWEST = 7;

    private FormatVersion() {}

    static boolean isReadable(int version) {
        return version >= OLDEST && version <= NEWEST;
    }

    /** Whether values of the index are written without their length, as differences where keys share a prefix. */
    static boolean hasShortIndexValues(int version) {
        return version >= 4;
    }

    /** Whether checksums depend on where in which file the block is, and the index is found by the metaindex. */
    static boolean hasContextChecksums(int version) {
        return version >= 6;
    }

    /** Whether the property {@code rocksdb.compression} lists the types that blocks have. */
    static boolean listsCompressionTypes(int version) {
        return version >= 7;
    }
}
