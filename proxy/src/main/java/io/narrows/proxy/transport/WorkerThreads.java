package io.narrows.proxy.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that would hold up an event loop. All are made at once: a system that gives no more threads later takes
 * nothing away.
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

    /** @throws RejectedExecutionException when this is closed */
    @Override
    public void execute(Runnable work) {
        pool.execute(work);
    }

    /** Takes no more work, and waits until what was taken is done. */
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
