package io.narrows.storage.db;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Slows writes down to a rate, with pauses of at least a millisecond. Not thread-safe, except for {@link #close}. */
final class Throttle {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

    private final Counters counters;
    private final CountDownLatch closed = new CountDownLatch(1);

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
            pause();
            counters.slowedDown(
                    Objects.requireNonNull(stalls.reason()), TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
            owed = 0;
        }
    }

    private void pause() {
        try {
            closed.await(owed, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the current pause, and skips later ones. */
    void close() {
        closed.countDown();
    }
}
