package io.narrows.storage.compaction;

/**
 * Scores how urgently each level needs compaction, like RocksDB. Scores above one are scaled up, so that even after
 * division by the bytes that are still to come from above, they rank before levels that need no compaction.
 */
final class LevelScores {
    private static final double SCALE = 10;
    private static final double DUE = 1.01;

    /**
     * Score of a level that is no longer needed: just above that of a level exactly at its target, with upper levels
     * first.
     */
    private static final double UNNECESSARY = 1.001;

    private static final double UNNECESSARY_STEP = 0.001;

    private final LevelSizes sizes;
    private final LevelOptions options;
    private final long[] targets;
    private final int baseLevel;
    private final int lowestUnnecessaryLevel;

    /** Bytes that still have to move down through the level last examined. */
    private long downwards;

    LevelScores(LevelSizes sizes, LevelOptions options, long[] targets, int baseLevel, int lowestUnnecessaryLevel) {
        this.sizes = sizes;
        this.options = options;
        this.targets = targets;
        this.baseLevel = baseLevel;
        this.lowestUnnecessaryLevel = lowestUnnecessaryLevel;
    }

    double[] scores() {
        double[] scores = new double[targets.length];
        downwards = 0;
        scores[0] = ofLevel0();
        downwards = sizes.bytes()[0];
        for (int level = 1; level < sizes.last(); level++) {
            scores[level] = of(level);
            addDownwards(level);
        }
        return scores;
    }

    private double ofLevel0() {
        long bytes = sizes.idleBytes()[0];
        long most = options.maxBytesForLevelBase();
        double score = (double) sizes.idleLevel0Files() / options.level0FileNumCompactionTrigger();
        if (bytes >= most) {
            score = Math.max(score, DUE);
        }
        if (bytes > targets[baseLevel]) {
            // it is larger than its output level, which then has to wait
            double base = Math.max(sizes.bytes()[baseLevel], targets[baseLevel]);
            score = Math.max(score, bytes / base);
        }
        return score > 1 ? score * SCALE : score;
    }

    private double of(int level) {
        double bytes = sizes.idleBytes()[level];
        double score =
                bytes < targets[level] ? bytes / targets[level] : bytes / ((double) targets[level] + downwards) * SCALE;
        if (bytes > 0 && level <= lowestUnnecessaryLevel) {
            score = Math.max(score, SCALE * (UNNECESSARY + UNNECESSARY_STEP * (lowestUnnecessaryLevel - level)));
        }
        return score;
    }

    private void addDownwards(int level) {
        long bytes = sizes.bytes()[level];
        if (level <= lowestUnnecessaryLevel) {
            downwards += bytes;
        } else if (bytes > targets[level]) {
            downwards += bytes - targets[level];
        }
    }
}
