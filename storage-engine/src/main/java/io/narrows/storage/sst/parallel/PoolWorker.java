package io.narrows.storage.sst.parallel;

import java.util.concurrent.locks.LockSupport;

/** One thread of a {@link CompressionPool}: works on a ring until that has nothing more, looks for another, or sleeps. */
final class PoolWorker {
    private final CompressionPool pool;
    private final int number;
    private final Thread thread;

    /** The ring that it was woken for, with the worker attached to it. */
    private volatile CompressionRing<?> given;

    PoolWorker(CompressionPool pool, int number) {
        this.pool = pool;
        this.number = number;
        thread = new Thread(this::run, "narrows-sst-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** To be called by the one thread that has taken this worker out of the idle ones. */
    void wake(CompressionRing<?> ring) {
        given = ring;
        LockSupport.unpark(thread);
    }

    /** Waits for the thread to end; the pool is closed. */
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

    /** The next ring to work on; null when the pool is closed. */
    private CompressionRing<?> next() {
        CompressionRing<?> behind = pool.isClosed() ? null : pool.join();
        return behind == null ? sleep() : behind;
    }

    private CompressionRing<?> sleep() {
        pool.idle().add(number);
        while (given == null) {
            if (pool.isClosed() && pool.idle().remove(number)) {
                return null;
            }
            LockSupport.park(this);
            // Nobody interrupts it but a stage; the next park must not return at once because of that.
            Thread.interrupted();
        }
        CompressionRing<?> ring = given;
        given = null;
        return ring;
    }
}
