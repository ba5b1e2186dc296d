package io.narrows.proxy.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
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
        this(threads, new DefaultThreadFactory("narrows-worker", true));
    }

    WorkerThreads(int threads, ThreadFactory factory) {
        this.pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
    }

    /** @throws RejectedExecutionException when this is closed, or the system gives no thread */
    @Override
    public void execute(Runnable work) {
        try {
            pool.execute(work);
        } catch (OutOfMemoryError e) {
            pool.remove(work); // it may wait already, for nobody
            throw new RejectedExecutionException("no thread for work beside the event loops", e);
        }
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
