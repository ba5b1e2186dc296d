package io.narrows.node.mvcc;

import java.io.Closeable;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes compacted versions in the background. After each batch it pauses for as long as the batch took, so that it
 * uses at most half of the engine's write throughput. After a failure it resumes with the next compaction.
 */
final class Clearing implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Clearing.class);

    private final Store store;
    private final LongSupplier compacted;
    private final Thread thread = new Thread(this::run, "narrows-clearing");
    private final NavigableMap<Long, CompletableFuture<Void>> awaited = new TreeMap<>();
    private long cleared;
    private boolean wanted = true;
    private boolean closed;

    private Clearing(Store store, LongSupplier compacted) throws IOException {
        this.store = store;
        this.compacted = compacted;
        this.cleared = store.cleared();
        thread.setDaemon(true);
    }

    /**
     * Continues where it stopped when the store was closed.
     *
     * @param compacted returns the revision up to which obsolete versions may be removed
     */
    static Clearing start(Store store, LongSupplier compacted) throws IOException {
        Clearing clearing = new Clearing(store, compacted);
        clearing.thread.start();
        return clearing;
    }

    /** Wakes the thread because there are more versions to remove. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    /** Completes when everything up to a revision is removed; canceled if this is closed first. */
    synchronized CompletableFuture<Void> upTo(long revision) {
        if (revision <= cleared) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> future = awaited.computeIfAbsent(revision, any -> new CompletableFuture<>());
        if (closed) {
            future.cancel(false);
        }
        return future.copy();
    }

    /** Returns after the running batch is written. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        synchronized (this) {
            awaited.values().forEach(future -> future.cancel(false));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (awaitWork()) {
                long began = System.nanoTime();
                clear();
                rest(System.nanoTime() - began);
            }
        } catch (InterruptedException e) {
            LOG.atWarn()
                    .addKeyValue("cleared", cleared)
                    .log("interrupted; old versions will be cleared after the next start");
        }
    }

    private synchronized boolean awaitWork() throws InterruptedException {
        while (!closed && !wanted) {
            wait();
        }
        return !closed;
    }

    private synchronized void rest(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; !closed && left > 0; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private void clear() {
        long target;
        synchronized (this) {
            wanted = false;
            target = compacted.getAsLong();
        }
        if (cleared >= target) {
            return;
        }
        try {
            advance(ClearingBatch.write(store, cleared, target), target);
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("cleared", cleared)
                    .addKeyValue("target", target)
                    .log("cannot clear old versions; retrying at the next compaction");
        }
    }

    private void advance(long to, long target) {
        NavigableMap<Long, CompletableFuture<Void>> reached;
        synchronized (this) {
            cleared = to;
            wanted |= to < target;
            NavigableMap<Long, CompletableFuture<Void>> done = awaited.headMap(to, true);
            reached = new TreeMap<>(done);
            done.clear();
        }
        reached.values().forEach(future -> future.complete(null));
    }
}
