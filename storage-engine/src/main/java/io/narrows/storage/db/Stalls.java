package io.narrows.storage.db;

import io.narrows.storage.compaction.LevelTargets;
import org.jspecify.annotations.Nullable;

/**
 * A limit on writes that lets flushes and compactions keep up: no limit, a rate that falls from 32 to 1 MB/s as a
 * family approaches its limits, or a full stop.
 *
 * @param reason null if writes are unlimited
 * @param bytesPerSecond 0 if writes must wait
 */
record Stalls(@Nullable StallReason reason, long bytesPerSecond) {
    static final Stalls NONE = new Stalls(null, Long.MAX_VALUE);

    private static final long FASTEST = 32_000_000;
    private static final long SLOWEST = 1_000_000;

    boolean isStop() {
        return bytesPerSecond == 0;
    }

    boolean isSlowdown() {
        return bytesPerSecond != 0 && bytesPerSecond != Long.MAX_VALUE;
    }

    /** Returns the limit that one family requires. */
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
