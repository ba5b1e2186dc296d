package io.narrows.storage.compaction;

import io.narrows.storage.version.Version;
import java.util.Arrays;
import java.util.Set;

/**
 * How large each level should be, and how far it is from that: RocksDB's {@code level_compaction_dynamic_level_bytes}. The
 * largest level sets the scale, each one above it has the multiplier's share of the one below, and the base level, into
 * which level 0 is compacted, is the first one whose share is not above {@code max_bytes_for_level_base}. So the levels
 * above the largest never have more than a ninth of its bytes (multiplier 10), whatever its size. Immutable.
 */
public final class LevelTargets {
    /** No target of a level above the base level is ever reached. */
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final int baseLevel;

    /** This level and all above it, but level 0, are not needed for this many bytes, and are emptied; 0 for none. */
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
            // no level below the most of the base level: level 0 would be larger than the levels it is compacted into
            long target = share <= least ? least + 1 : Math.min(share, most);
            for (int level = base; level < targets.length; level++) {
                targets[level] = Math.max(target, most);
                target = LevelOptions.times(target, multiplier);
            }
        }
        scores = new LevelScores(sizes, options, targets, baseLevel, lowestUnnecessaryLevel).scores();
        pendingBytes = PendingBytes.of(sizes, options, targets, baseLevel);
    }

    /** Of all files, as if no compaction was under way. */
    public static LevelTargets of(Version version, LevelOptions options) {
        return of(version, options, Set.of());
    }

    /** @param busy numbers of files that a compaction is at work on; they do not raise the score of their level */
    public static LevelTargets of(Version version, LevelOptions options, Set<Long> busy) {
        return of(LevelSizes.of(version, busy), options);
    }

    static LevelTargets of(LevelSizes sizes, LevelOptions options) {
        return new LevelTargets(sizes, options);
    }

    /** The first level below level 0 that has files; one past the last level when none has. */
    private static int firstOccupied(long[] bytes) {
        int level = 1;
        while (level < bytes.length && bytes[level] == 0) {
            level++;
        }
        return level;
    }

    /** The level into which level 0 is compacted, 1 to the last one. The levels between are empty. */
    public int baseLevel() {
        return baseLevel;
    }

    /** Bytes that a level may have; {@link Long#MAX_VALUE} above the base level, level 0 included. */
    public long target(int level) {
        return targets[level];
    }

    /** How much a level needs to be compacted: from 1.0 on it does, and the highest comes first. 0 for the last level. */
    public double score(int level) {
        return scores[level];
    }

    /**
     * An estimate of the bytes that compactions have to rewrite until every level is within its target; what writers are
     * slowed down by.
     */
    public long pendingBytes() {
        return pendingBytes;
    }
}
