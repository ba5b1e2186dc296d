package io.narrows.storage.sst.parallel;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of a {@link CompressionPool}: works on a ring until that has no more work, then looks for another, or sleeps. */
final class PoolWorker {
    private final CompressionPool pool;
    private final int number;
    private final Thread thread;

    /** The ring that the worker was woken for and is already attached to. */
    private volatile @Nullable CompressionRing<?> given;

    PoolWorker(CompressionPool pool, int number) {
        this.pool = pool;
        this.number = number;
        thread = new Thread(this::run, "narrows-sst-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Wakes the worker; only the thread that has taken it out of the idle set may call this. */
    void wake(CompressionRing<?> ring) {
        given = ring;
        LockSupport.unpark(thread);
    }

    /** Waits for the thread to end; the pool must be closed. */
    void end() {
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        for (CompressionRing<?> ring = next(); ring != null; ring = next()) {
            pool.compressed(ring.work());
        }
    }

    /** Returns the next ring to work on; null if the pool is closed. */
    private @Nullable CompressionRing<?> next() {
        CompressionRing<?> behind = pool.isClosed() ? null : pool.join();
        return behind == null ? sleep() : behind;
    }

    private @Nullable CompressionRing<?> sleep() {
        pool.idle().add(number);
        while (given == null) {
            if (pool.isClosed() && pool.idle().remove(number)) {
                return null;
            }
            LockSupport.park(this);
            // Only a stage could have interrupted it; the next park must not return immediately because of that.
            Thread.interrupted();
        }
        CompressionRing<?> ring = given;
        given = null;
        return ring;
    }
}
