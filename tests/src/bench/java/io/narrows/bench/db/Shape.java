package io.narrows.bench.db;

import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;

/**
 * Sizes for a database that fills as many levels as a large one: level 0 and five more, the last of which has two thirds of
 * the bytes. With RocksDB's own sizes that would take some hundred gigabytes; so its write buffer, files and base level are
 * scaled down here, in proportion to the number of keys, and each level is three times the size of the one above.
 */
final class Shape {
    private static final double BUFFER_PER_KEY = 1;
    private static final double FILE_PER_KEY = 1;

    /**
     * The codecs store a row in 50 to 125 bytes. A twenty-seventh of that is more than this, an eighty-first is less: so the
     * base level is the fourth above the last one with every codec.
     */
    private static final double BASE_PER_KEY = 1.7;

    private static final int MULTIPLIER = 3;
    private static final double CACHE_PER_KEY = 8;
    private static final int MIN_BUFFER = 64 << 10;
    private static final int MIN_FILE = 16 << 10;

    private Shape() {}

    static FamilyOptions family(int keys) {
        return FamilyOptions.DEFAULT
                .withWriteBufferSize(Math.max(MIN_BUFFER, Math.round(keys * BUFFER_PER_KEY)))
                .withLevels(LevelOptions.DEFAULT
                        .withTargetFileSize(Math.max(MIN_FILE, Math.round(keys * FILE_PER_KEY)), 1)
                        .withMaxBytesForLevel(Math.round(keys * BASE_PER_KEY), MULTIPLIER));
    }

    static DbOptions options(int keys, FamilyOptions family) {
        return DbOptions.defaults().withOtherFamilies(family).withBlockCacheBytes(Math.round(keys * CACHE_PER_KEY));
    }
}
