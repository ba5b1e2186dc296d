package io.narrows.proxy.sample;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The thread that compresses samples. It uses at most {@value #SHARE} of one processor: after each piece of work it rests in
 * proportion to the processor time that the work took. The pieces that wait are bounded, and further ones are refused.
 */
final class SampleWorker implements AutoCloseable {
    static final double SHARE = 0.02;

    /** Bytes that may wait, in all pieces together. */
    static final int MOST_WAITING = 1 << 20;

    private static final long IDLE_SECONDS = 10;

    /** Shorter rests are added up, since a thread cannot sleep precisely. */
    private static final long SHORTEST_REST_NANOS = 1_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Passes time on the worker's thread. */
    interface Rest {
        void nanos(long nanos) throws InterruptedException;
    }

    private final LongSupplier cpuNanos;
    private final Rest rest;
    private final ThreadPoolExecutor thread;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder spent = new LongAdder();
    private double owedNanos;

    SampleWorker() {
        this(THREADS::getCurrentThreadCpuTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** @param cpuNanos the processor time of the calling thread */
    SampleWorker(LongSupplier cpuNanos, Rest rest) {
        this.cpuNanos = cpuNanos;
        this.rest = rest;
        this.thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread made = new Thread(work, "narrows-sampler");
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Returns whether there is no room for a piece of that many bytes now. */
    boolean isFull(int bytes) {
        return waiting.get() + bytes > MOST_WAITING;
    }

    /** Runs work for a piece of that many bytes later; returns false, without running it, if too many wait already. */
    boolean offer(int bytes, Runnable work) {
        if (waiting.addAndGet(bytes) > MOST_WAITING) {
            waiting.addAndGet(-bytes);
            return false;
        }
        return execute(() -> {
            waiting.addAndGet(-bytes);
            run(work);
        });
    }

    /** Runs work after everything that waits, however much that is; returns false if this worker is closed. */
    boolean execute(Runnable work) {
        try {
            thread.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void run(Runnable work) {
        long before = cpuNanos.getAsLong();
        try {
            work.run();
        } finally {
            long used = cpuNanos.getAsLong() - before;
            spent.add(used);
            owe(used * (1 / SHARE - 1));
        }
    }

    private void owe(double nanos) {
        owedNanos += nanos;
        if (owedNanos < SHORTEST_REST_NANOS) {
            return;
        }
        try {
            rest.nanos((long) owedNanos);
            owedNanos = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the worker was closed
        }
    }

    /** Returns the processor time of all work so far, in seconds. */
    double cpuSeconds() {
        return spent.sum() / 1e9;
    }

    /** Ends the thread; what waits is dropped. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
