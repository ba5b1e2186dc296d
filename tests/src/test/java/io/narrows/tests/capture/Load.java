package io.narrows.tests.capture;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Work that is repeated, with pauses, until it is stopped; for at most five minutes. */
final class Load {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final CompletableFuture<Void> running;
    private volatile boolean stopped;

    private Load(Runnable work) {
        running = CompletableFuture.runAsync(() -> repeat(work));
    }

    static Load start(Runnable work) {
        return new Load(work);
    }

    private void repeat(Runnable work) {
        long began = System.nanoTime();
        while (!stopped) {
            if (System.nanoTime() - began > LONGEST.toNanos()) {
                throw new IllegalStateException("not stopped within " + LONGEST);
            }
            work.run();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Waits until the last repetition has ended, and fails if one has failed. */
    void stop() {
        stopped = true;
        running.join();
    }
}
