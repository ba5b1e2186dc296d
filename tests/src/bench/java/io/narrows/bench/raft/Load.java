package io.narrows.bench.raft;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Clients that each ask for the next as soon as the one before is answered, on the thread that answers it. */
final class Load implements AutoCloseable {
    private static final long RETRY_MILLIS = 5;

    private final IntFunction<CompletableFuture<?>> operation;
    private final ScheduledExecutorService retries = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bench-retries");
        thread.setDaemon(true);
        return thread;
    });
    private final Histogram micros = new ConcurrentHistogram(60_000_000, 3);
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicInteger active = new AtomicInteger();
    private volatile boolean stopped;

    /** @param operation of a client, by its number */
    Load(int clients, IntFunction<CompletableFuture<?>> operation) {
        this.operation = operation;
        active.set(clients);
        for (int i = 0; i < clients; i++) {
            int client = i;
            retries.execute(() -> next(client));
        }
    }

    /** A loop, not a recursion, where futures are complete at once. */
    private void next(int client) {
        while (true) {
            if (stopped) {
                active.decrementAndGet();
                return;
            }
            long begin = System.nanoTime();
            CompletableFuture<?> future;
            try {
                future = operation.apply(client);
            } catch (RuntimeException e) {
                future = CompletableFuture.failedFuture(e);
            }
            if (!future.isDone()) {
                future.whenComplete((value, failure) -> {
                    if (ended(client, begin, failure)) {
                        next(client);
                    }
                });
                return;
            }
            if (!ended(client, begin, future.isCompletedExceptionally() ? new IllegalStateException() : null)) {
                return;
            }
        }
    }

    private boolean ended(int client, long begin, Throwable failure) {
        if (failure != null) {
            failed.incrementAndGet();
            retries.schedule(() -> next(client), RETRY_MILLIS, TimeUnit.MILLISECONDS);
            return false;
        }
        done.incrementAndGet();
        micros.recordValue(Math.min(60_000_000, (System.nanoTime() - begin) / 1000));
        return true;
    }

    long done() {
        return done.get();
    }

    long failed() {
        return failed.get();
    }

    /** Of the latencies since the start or the last reset, in microseconds. */
    long percentile(double percent) {
        return micros.getValueAtPercentile(percent);
    }

    void reset() {
        micros.reset();
    }

    /** Waits until all clients have ended, ten seconds at the most. */
    @Override
    public void close() {
        stopped = true;
        for (int i = 0; i < 1000 && active.get() > 0; i++) {
            BenchGroup.pause(10);
        }
        retries.shutdownNow();
    }
}
