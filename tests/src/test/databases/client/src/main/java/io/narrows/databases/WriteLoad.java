package io.narrows.databases;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes orders at a fixed rate, whether or not earlier ones are acknowledged, and retries each until it is. A latency starts when the
 * write was due, so that a stalled database does not get a lower load.
 */
final class WriteLoad {
    private static final long RETRY_MILLIS = 250;
    private static final long LIMIT_SECONDS = 240;

    private final DatabaseClient client;
    private final int first;
    private final int count;
    private final long[] latencies;
    private final CountDownLatch open;
    private final AtomicInteger retries = new AtomicInteger();
    private final ScheduledExecutorService retrying = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "retries");
        thread.setDaemon(true);
        return thread;
    });

    WriteLoad(DatabaseClient client, int first, int count) {
        this.client = client;
        this.first = first;
        this.count = count;
        this.latencies = new long[count];
        this.open = new CountDownLatch(count);
    }

    /**
     * Returns a line of results once all orders are acknowledged.
     *
     * @param rate orders a second
     * @throws IllegalStateException if some are not acknowledged four minutes after the last was due
     */
    String run(int rate) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = start + i * TimeUnit.SECONDS.toNanos(1) / rate;
            long wait = due - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            write(i, due);
        }
        if (!open.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(open.getCount() + " of " + count + " orders are not acknowledged");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Arrays.sort(latencies);
        return "written=%d retries=%d seconds=%.1f p50_ms=%.2f p99_ms=%.2f max_ms=%.1f"
                .formatted(count, retries.get(), seconds, percentile(50), percentile(99), percentile(100));
    }

    private void write(int index, long due) {
        try {
            client.write(Order.of(first + index)).whenComplete((done, failure) -> {
                if (failure == null) {
                    latencies[index] = System.nanoTime() - due;
                    open.countDown();
                } else {
                    writeAgain(index, due, failure);
                }
            });
        } catch (Exception e) {
            writeAgain(index, due, e);
        }
    }

    private void writeAgain(int index, long due, Throwable failure) {
        if (retries.getAndIncrement() == 0) {
            System.err.println("first retry: " + failure);
        }
        retrying.schedule(() -> write(index, due), RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private double percentile(int percent) {
        return latencies[Math.max(0, (int) Math.ceil(count * percent / 100.0) - 1)] / 1e6;
    }
}
