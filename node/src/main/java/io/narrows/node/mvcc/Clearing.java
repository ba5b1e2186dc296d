package io.narrows.node.mvcc;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread that has compacted versions removed. After each compaction of revisions, it lets the engine drop them, and
 * has files compacted of which they are a third. Then it pauses for as long as that took, so that its flushes take at most half
 * of the time, unless someone waits for the space. After a failure it resumes with the next compaction.
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

    private Clearing(Store store, LongSupplier compacted) {
        this.store = store;
        this.compacted = compacted;
        thread.setDaemon(true);
    }

    /**
     * Begins with what was compacted before the store was opened.
     *
     * @param compacted returns the revision up to which obsolete versions may be removed
     */
    static Clearing start(Store store, LongSupplier compacted) {
        Clearing clearing = new Clearing(store, compacted);
        clearing.thread.start();
        return clearing;
    }

    /** Wakes the thread because there are more versions to remove. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    /**
     * Completes when the space of what a compaction made obsolete is free, except where less than a third of a file would be, and for
     * what open views still read; exceptionally if that fails, e.g. because the disk is full; canceled if this is closed first.
     */
    synchronized CompletableFuture<Void> upTo(long revision) {
        if (revision <= cleared) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> future = awaited.computeIfAbsent(revision, any -> new CompletableFuture<>());
        if (closed) {
            future.cancel(false);
        }
        wake();
        return future.copy();
    }

    /** Ends the wait for compactions, and returns after a running flush. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        store.db().scheduleCompactions(); // ends the wait for them
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
                rest(clear());
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

    /** Pauses, until someone waits for what is compacted already. */
    private synchronized void rest(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; !closed && !isAwaited() && left > 0; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private synchronized boolean isAwaited() {
        return awaited.floorKey(compacted.getAsLong()) != null;
    }

    /** Returns the time to rest afterward, in nanoseconds. */
    private long clear() {
        long target;
        boolean isAwaited;
        synchronized (this) {
            wanted = false;
            target = compacted.getAsLong();
            isAwaited = awaited.floorKey(target) != null;
        }
        if (cleared >= target) {
            return 0;
        }
        long began = System.nanoTime();
        try {
            store.obsolescence().raise(target, store.db());
            if (isAwaited) {
                store.obsolescence().finish(store.db(), this::isClosed);
                reached(target).forEach(future -> future.complete(null));
                return 0; // it mostly waited for the engine
            }
            store.obsolescence().push(store.db());
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("cleared", cleared)
                    .addKeyValue("target", target)
                    .log("cannot clear old versions; retrying at the next compaction");
            if (isAwaited) {
                takeUpTo(target).forEach(future -> future.completeExceptionally(e));
            }
        }
        return System.nanoTime() - began;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Records that a revision is cleared, and returns the futures of those who waited for it. */
    private synchronized List<CompletableFuture<Void>> reached(long revision) {
        if (closed) {
            return List.of(); // the wait may have been given up
        }
        cleared = revision;
        return takeUpTo(revision);
    }

    /** Removes those who wait for a revision or an earlier one, and returns their futures. */
    private synchronized List<CompletableFuture<Void>> takeUpTo(long revision) {
        NavigableMap<Long, CompletableFuture<Void>> waiting = awaited.headMap(revision, true);
        List<CompletableFuture<Void>> taken = List.copyOf(waiting.values());
        waiting.clear();
        return taken;
    }
}
