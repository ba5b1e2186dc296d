package io.narrows.storage.db;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Slows writes down to a rate, with pauses of at least a millisecond. Not thread-safe. */
final class Throttle {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

    private final Counters counters;

    /** Time that the writes since the last pause should have taken, in nanoseconds. */
    private long owed;

    Throttle(Counters counters) {
        this.counters = counters;
    }

    void charge(Stalls stalls, long bytes) {
        if (!stalls.isSlowdown()) {
            owed = 0;
            return;
        }
        owed += bytes * TimeUnit.SECONDS.toNanos(1) / stalls.bytesPerSecond();
        if (owed >= SHORTEST) {
            long began = System.nanoTime();
            LockSupport.parkNanos(owed);
            counters.slowedDown(
                    Objects.requireNonNull(stalls.reason()), TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
            owed = 0;
        }
    }
}
