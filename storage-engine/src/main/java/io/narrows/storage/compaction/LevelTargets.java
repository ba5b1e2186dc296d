package io.narrows.storage.compaction;

import io.narrows.storage.version.Version;
import java.util.Arrays;
import java.util.Set;

/**
 * The target size of each level, and its distance from that: RocksDB's {@code level_compaction_dynamic_level_bytes}. The
 * largest level sets the scale, and each level above is smaller than the one below by the multiplier. The base level, into
 * which level 0 is compacted, is the first one whose size on this scale is not above {@code max_bytes_for_level_base}. The
 * levels above the largest thus never hold more than a ninth of its bytes (multiplier 10), whatever its size. Immutable.
 */
public final class LevelTargets {
    /** Target of the levels above the base level, which is never reached. */
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final int baseLevel;

    /**
     * Lowest of the levels that this amount of data does not need; it and all above it, except level 0, are emptied. 0 for
     * none.
     */
    private final int lowestUnnecessaryLevel;

    private final long[] targets;
    private final double[] scores;
    private final long pendingBytes;

    private LevelTargets(LevelSizes sizes, LevelOptions options) {
        long[] bytes = sizes.bytes();
        targets = new long[bytes.length];
        Arrays.fill(targets, UNLIMITED);
        int first = firstOccupied(bytes);
        if (first == bytes.length) {
            baseLevel = sizes.last();
            lowestUnnecessaryLevel = 0;
        } else {
            int multiplier = options.maxBytesForLevelMultiplier();
            long most = options.maxBytesForLevelBase();
            long least = most / multiplier;
            long share = Arrays.stream(bytes, 1, bytes.length).max().orElseThrow();
            int unnecessary = 0;
            for (int level = sizes.last() - 1; level >= first; level--) {
                share /= multiplier;
                if (unnecessary == 0 && share <= least) {
                    unnecessary = level;
                }
            }
            int base = first;
            while (base > 1 && share > most) {
                base--;
                share /= multiplier;
            }
            baseLevel = base;
            lowestUnnecessaryLevel = unnecessary;
            // at least the base level's maximum: otherwise level 0 would be larger than the levels it is compacted into
            long target = share <= least ? least + 1 : Math.min(share, most);
            for (int level = base; level < targets.length; level++) {
                targets[level] = Math.max(target, most);
                target = LevelOptions.times(target, multiplier);
            }
        }
        scores = new LevelScores(sizes, options, targets, baseLevel, lowestUnnecessaryLevel).scores();
        pendingBytes = PendingBytes.of(sizes, options, targets, baseLevel);
    }

    /** Computes targets from all files, as if no compaction were running. */
    public static LevelTargets of(Version version, LevelOptions options) {
        return of(version, options, Set.of());
    }

    /** @param busy numbers of files that are being compacted; they do not raise the score of their level */
    public static LevelTargets of(Version version, LevelOptions options, Set<Long> busy) {
        return of(LevelSizes.of(version, busy), options);
    }

    static LevelTargets of(LevelSizes sizes, LevelOptions options) {
        return new LevelTargets(sizes, options);
    }

    /** Returns the first level below level 0 that has files; one past the last level if none has. */
    private static int firstOccupied(long[] bytes) {
        int level = 1;
        while (level < bytes.length && bytes[level] == 0) {
            level++;
        }
        return level;
    }

    /** Returns the level into which level 0 is compacted, 1 to the last one. The levels in between are empty. */
    public int baseLevel() {
        return baseLevel;
    }

    /** Returns the target size of a level in bytes; {@link Long#MAX_VALUE} above the base level, level 0 included. */
    public long target(int level) {
        return targets[level];
    }

    /** Returns the urgency of a level: at 1.0 or more it needs compaction, the highest first. 0 for the last level. */
    public double score(int level) {
        return scores[level];
    }

    /**
     * Returns an estimate of the bytes that compactions must rewrite to bring every level within its target; writes are
     * slowed down by it.
     */
    public long pendingBytes() {
        return pendingBytes;
    }
}
