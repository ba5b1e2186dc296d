package io.narrows.proxy.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that would block an event loop. All are created at once, so that a later lack of threads in the
 * system has no effect.
 */
final class WorkerThreads implements Executor, AutoCloseable {
    private final ThreadPoolExecutor pool;

    WorkerThreads(int threads) {
        this(threads, new DefaultThreadFactory("narrows-worker", true));
    }

    WorkerThreads(int threads, ThreadFactory factory) {
        this.pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.prestartAllCoreThreads();
    }

    /** @throws RejectedExecutionException if this executor is closed */
    @Override
    public void execute(Runnable work) {
        pool.execute(work);
    }

    /** Rejects new work, and waits until the accepted work is done. */
    @Override
    public void close() {
        pool.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.SECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
