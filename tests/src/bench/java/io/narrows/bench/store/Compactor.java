package io.narrows.bench.store;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Compacts all revisions of a group but the latest, once per period. */
final class Compactor {
    private static final long MOST_SECONDS = 60;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> compactions;
    private final AtomicInteger done = new AtomicInteger();

    /** Starts; the first compaction is after half a period. */
    Compactor(MeasuredGroup group, Duration period) {
        long nanos = period.toNanos();
        Runnable compaction = () -> {
            group.compact();
            done.incrementAndGet();
        };
        compactions = executor.scheduleAtFixedRate(compaction, nanos / 2, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Ends the compactions; one that is running is completed.
     *
     * @throws IOException if a compaction has failed, after which there were no others, or if there was none
     */
    void end() throws IOException, InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("a compaction has not ended after " + MOST_SECONDS + " s");
        }
        if (!compactions.isCancelled()) {
            try {
                compactions.get();
            } catch (ExecutionException e) {
                throw new IOException("a compaction has failed", e.getCause());
            }
        }
        if (done.get() == 0) {
            throw new IOException("the measurement ended before the first compaction");
        }
    }
}
