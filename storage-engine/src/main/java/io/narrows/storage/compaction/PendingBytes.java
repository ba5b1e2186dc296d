package io.narrows.storage.compaction;

/**
 * RocksDB's estimate of the bytes that compactions still have to rewrite: level 0 and the base level if level 0 is due, and
 * for each level above its target the excess, with the proportional part of the level below.
 */
final class PendingBytes {
    private PendingBytes() {}

    static long of(LevelSizes sizes, LevelOptions options, long[] targets, int baseLevel) {
        long[] bytes = sizes.bytes();
        boolean level0Due = sizes.level0Files() >= options.level0FileNumCompactionTrigger()
                || bytes[0] >= options.maxBytesForLevelBase();
        long incoming = level0Due ? bytes[0] : 0;
        double pending = level0Due ? (double) bytes[0] + bytes[baseLevel] : 0;
        for (int level = baseLevel; level < sizes.last(); level++) {
            long size = bytes[level] + incoming;
            incoming = Math.max(0, size - targets[level]);
            if (bytes[level + 1] > 0) {
                pending += incoming * ((double) bytes[level + 1] / size + 1);
            }
            if (size == 0) {
                break; // an empty level passes nothing on
            }
        }
        return (long) pending;
    }
}
