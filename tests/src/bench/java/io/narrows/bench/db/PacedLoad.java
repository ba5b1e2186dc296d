package io.narrows.bench.db;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** A load with a fixed rate of operations, in its own thread; when late, it catches up as soon as it can. */
final class PacedLoad {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final double nanosPerOperation;
    private final Future<?> end;
    private volatile MixedLoad load;
    private volatile boolean stopped;

    PacedLoad(MixedLoad first, int operationsPerSecond) {
        load = first;
        nanosPerOperation = (double) TimeUnit.SECONDS.toNanos(1) / operationsPerSecond;
        end = thread.submit(() -> {
            run();
            return null;
        });
    }

    private void run() throws Exception {
        long begun = System.nanoTime();
        for (long done = 0; !stopped; done++) {
            long due = begun + Math.round(done * nanosPerOperation);
            while (due - System.nanoTime() > 0 && !stopped) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            load.next();
        }
    }

    /** Continues with another load, which has its own measurements. */
    void become(MixedLoad next) {
        load = next;
    }

    /** @throws IllegalStateException if the load failed, or is still running */
    void stop() throws InterruptedException {
        stopped = true;
        thread.shutdown();
        try {
            end.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the load failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the load does not end", e);
        }
    }
}
