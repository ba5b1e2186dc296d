package io.narrows.storage.compaction;

/**
 * Limits on the sizes of levels and files. Names and defaults are RocksDB's; {@code level_compaction_dynamic_level_bytes} is
 * always on.
 *
 * @param level0FileNumCompactionTrigger number of level 0 files that starts their compaction, at least 1
 * @param targetFileSizeBase size in bytes of files in the base level, at least 1
 * @param targetFileSizeMultiplier growth of the file size from one level to the next, at least 1
 * @param maxBytesForLevelBase size in bytes of the base level, at least 1
 * @param maxBytesForLevelMultiplier growth from one level to the next, at least 2
 */
public record LevelOptions(
        int level0FileNumCompactionTrigger,
        long targetFileSizeBase,
        int targetFileSizeMultiplier,
        long maxBytesForLevelBase,
        int maxBytesForLevelMultiplier) {
    public static final LevelOptions DEFAULT = new LevelOptions(4, 64L << 20, 1, 256L << 20, 10);

    /** Limit on the input that a compaction adds voluntarily, in multiples of the base file size. */
    private static final int MOST_INPUT = 25;

    /** Limit on a file's overlap with the next lower level, in multiples of the target file size; as in LevelDB. */
    private static final int MOST_OVERLAP = 10;

    /** @throws IllegalArgumentException if a value is out of range; the message names it */
    public LevelOptions {
        check("level0_file_num_compaction_trigger", level0FileNumCompactionTrigger, 1);
        check("target_file_size_base", targetFileSizeBase, 1);
        check("target_file_size_multiplier", targetFileSizeMultiplier, 1);
        check("max_bytes_for_level_base", maxBytesForLevelBase, 1);
        check("max_bytes_for_level_multiplier", maxBytesForLevelMultiplier, 2);
    }

    private static void check(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " " + value + " (expected: at least " + min + ")");
        }
    }

    public LevelOptions withLevel0FileNumCompactionTrigger(int files) {
        return new LevelOptions(
                files, targetFileSizeBase, targetFileSizeMultiplier, maxBytesForLevelBase, maxBytesForLevelMultiplier);
    }

    public LevelOptions withTargetFileSize(long base, int multiplier) {
        return new LevelOptions(
                level0FileNumCompactionTrigger, base, multiplier, maxBytesForLevelBase, maxBytesForLevelMultiplier);
    }

    public LevelOptions withMaxBytesForLevel(long base, int multiplier) {
        return new LevelOptions(
                level0FileNumCompactionTrigger, targetFileSizeBase, targetFileSizeMultiplier, base, multiplier);
    }

    /**
     * Returns the size in bytes at which a file ends: the base size in the base level and the one below it, and more by the
     * multiplier in each level below those.
     */
    long targetFileSize(int level, int baseLevel) {
        long size = targetFileSizeBase;
        for (int below = baseLevel + 1; below < level; below++) {
            size = times(size, targetFileSizeMultiplier);
        }
        return size;
    }

    long mostInput() {
        return times(targetFileSizeBase, MOST_INPUT);
    }

    static long mostOverlap(long targetFileSize) {
        return times(targetFileSize, MOST_OVERLAP);
    }

    /** Returns the product, or {@link Long#MAX_VALUE} on overflow. */
    static long times(long value, int factor) {
        return value > Long.MAX_VALUE / factor ? Long.MAX_VALUE : value * factor;
    }
}
