package io.narrows.node.api;

import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.StoreThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that execute clients' reads. Reads may wait for the disk, which a network thread must not do. Reads
 * of single keys have their own threads, so that they do not wait for ranges, which may span millions of keys. The
 * replica completes futures on its own threads, which do not execute these reads either.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int LONG_THREADS = 2;

    /** etcd's limit of committed requests that wait to be applied, beyond which it refuses requests. */
    private static final int MOST_READS = 5_000;

    /** Each reads all keys, so they may take hours. */
    private static final int MOST_SWEEPS = 64;

    private static final long PATIENCE_SECONDS = 30;

    private final List<ExecutorService> all = new ArrayList<>();
    private final ReadLane points;
    private final ReadLane ranges;
    private final ReadLane sweeps = lane("narrows-api-sweep-", 1, MOST_SWEEPS);
    private final ExecutorService longs =
            closedLater(Executors.newCachedThreadPool(DaemonThreads.numbered("narrows-api-snapshot-")));
    private final Semaphore longPermits = new Semaphore(LONG_THREADS);

    Workers(StoreThreads threads) {
        this.points = lane("narrows-api-get-", threads.reads(), MOST_READS);
        this.ranges = lane("narrows-api-range-", threads.reads(), MOST_READS);
    }

    private ReadLane lane(String prefix, int threads, int most) {
        return new ReadLane(closedLater(Executors.newFixedThreadPool(threads, DaemonThreads.numbered(prefix))), most);
    }

    private ExecutorService closedLater(ExecutorService executor) {
        all.add(executor);
        return executor;
    }

    /** Returns the lane for single keys and reads of similar size. */
    ReadLane points() {
        return points;
    }

    /** Returns the lane for ranges. */
    ReadLane ranges() {
        return ranges;
    }

    /** Returns the lane for scans of all keys, one at a time: hashes and compactions. */
    ReadLane sweeps() {
        return sweeps;
    }

    /**
     * Runs work that may wait minutes for a client, on a separate thread.
     *
     * @return false, without running it, if {@value #LONG_THREADS} of its kind are running
     */
    boolean tryLong(Runnable work) {
        if (!longPermits.tryAcquire()) {
            return false;
        }
        longs.execute(() -> {
            try {
                work.run();
            } finally {
                longPermits.release();
            }
        });
        return true;
    }

    /** Rejects new work and waits for running work; the keyspace is not read afterward. */
    @Override
    public void close() {
        // Do not interrupt: an interrupt would close the engine's files under other readers.
        all.forEach(ExecutorService::shutdown);
        all.forEach(Workers::join);
    }

    private static void join(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("client reads are still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
