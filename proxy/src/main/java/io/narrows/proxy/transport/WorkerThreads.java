package io.narrows.proxy.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that would hold up an event loop. They are made when there is such work, and end when there is none for
 * a while.
 */
final class WorkerThreads implements Executor, AutoCloseable {
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    WorkerThreads(int threads) {
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("narrows-worker", true));
        pool.allowCoreThreadTimeOut(true);
    }

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
