package io.narrows.storage.db;

import io.narrows.storage.compaction.LevelTargets;

/**
 * How much writes are held back, so that flushes and compactions keep up: not at all, by a rate that sinks from 32 to 1 MB/s
 * as a family comes near its limits, or altogether.
 *
 * @param reason null when writes run freely
 * @param bytesPerSecond 0 when they wait
 */
record Stalls(StallReason reason, long bytesPerSecond) {
    static final Stalls NONE = new Stalls(null, Long.MAX_VALUE);

    private static final long FASTEST = 32_000_000;
    private static final long SLOWEST = 1_000_000;

    boolean isStop() {
        return bytesPerSecond == 0;
    }

    boolean isSlowdown() {
        return bytesPerSecond != 0 && bytesPerSecond != Long.MAX_VALUE;
    }

    /** What a family asks for. */
    static Stalls of(Family family) {
        FamilyOptions options = family.options();
        int files = family.version().level(0).size();
        Stalls byFiles = between(StallReason.LEVEL0, files, options.level0SlowdownFiles(), options.level0StopFiles());
        long pending = LevelTargets.of(family.version(), options.levels()).pendingBytes();
        Stalls byPending =
                between(StallReason.PENDING_BYTES, pending, options.softPendingBytes(), options.hardPendingBytes());
        return stricter(byFiles, byPending);
    }

    static Stalls stricter(Stalls one, Stalls other) {
        return one.bytesPerSecond <= other.bytesPerSecond ? one : other;
    }

    static Stalls between(StallReason reason, long value, long slowdown, long stop) {
        if (value < slowdown) {
            return NONE;
        }
        if (value >= stop) {
            return new Stalls(reason, 0);
        }
        double left = (double) (stop - value) / (stop - slowdown);
        return new Stalls(reason, Math.round(SLOWEST + (FASTEST - SLOWEST) * left));
    }
}
