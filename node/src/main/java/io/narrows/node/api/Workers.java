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
 * The threads that read for clients. Reads may wait for the disk and must not do so on a thread of the network; reads of one key do
 * not wait behind those of ranges, which may be of millions. Futures of the replica complete on its own threads, on which nothing
 * of this is done either.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int LONG_THREADS = 2;

    /** As many as etcd lets requests wait that are committed and not applied, before it refuses others. */
    private static final int MOST_READS = 5_000;

    /** Each goes through all keys: they may be hours. */
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

    /** For reads of single keys, and of what is as small. */
    ReadLane points() {
        return points;
    }

    /** For reads of ranges. */
    ReadLane ranges() {
        return ranges;
    }

    /** For what goes through all keys, one after the other: hashes, compactions. */
    ReadLane sweeps() {
        return sweeps;
    }

    /**
     * Does what may wait for a client for minutes, on a thread of its own.
     *
     * @return false, and it is not done, when {@value #LONG_THREADS} of its kind are under way
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

    /** Takes no more work, and waits for what is under way: nobody reads the keyspace afterwards. */
    @Override
    public void close() {
        // Never by an interrupt: it would close the files of the engine under the readers of others.
        all.forEach(ExecutorService::shutdown);
        all.forEach(Workers::join);
    }

    private static void join(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("reads of clients are still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
