package io.narrows.storage.db;

import io.narrows.storage.batch.WriteBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Serializes writes. The thread that acquires the lock writes for all waiting threads: their batches become one record
 * of the log, with one sync for the whole group.
 */
final class WriteQueue {
    /** Maximum size in bytes of the group that one thread writes. */
    private static final int GROUP_BYTES = 1 << 20;

    /** Writes groups of batches. */
    @FunctionalInterface
    interface Sink {
        /** Writes all batches or none; with {@code sync} they are on disk on return. Called under the queue's lock. */
        void write(List<WriteBatch> batches, WriteOptions options) throws IOException;

        /** Lets a write that waits fail with {@link ClosedDatabaseException}. Called by any thread, during a write. */
        default void close() {}
    }

    private static final class Pending {
        private final WriteBatch batch;
        private final WriteOptions options;

        /** Guarded by the lock. */
        private boolean done;

        private @Nullable Throwable failure;

        Pending(WriteBatch batch, WriteOptions options) {
            this.batch = batch;
            this.options = options;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Pending> waiting = new ConcurrentLinkedQueue<>();
    private final Sink sink;

    /** May be set during a write, so that writes queued behind it are refused. */
    private volatile boolean closed;

    WriteQueue(Sink sink) {
        this.sink = sink;
    }

    /**
     * @throws IOException if the write failed; if it failed after reaching the log, it may reappear after a restart
     * @throws IllegalStateException if the queue was closed before the write, or the sink refused it because of that
     */
    void write(WriteBatch batch, WriteOptions options) throws IOException {
        Pending own = new Pending(batch, options);
        waiting.add(own);
        lock.lock();
        try {
            while (!own.done) {
                if (closed) {
                    waiting.remove(own);
                    throw new ClosedDatabaseException();
                }
                writeNextGroup();
            }
        } finally {
            lock.unlock();
        }
        if (own.failure instanceof ClosedDatabaseException refusal) {
            throw new ClosedDatabaseException(refusal);
        }
        if (own.failure != null) {
            throw failed(own.failure);
        }
    }

    private static IOException failed(Throwable failure) {
        if (failure instanceof WritesStoppedException stopped) {
            return new WritesStoppedException(Objects.requireNonNull(stopped.getCause()));
        }
        return new IOException("write failed: " + failure.getMessage(), failure);
    }

    private void writeNextGroup() {
        List<Pending> group = nextGroup();
        List<WriteBatch> batches = new ArrayList<>(group.size());
        boolean sync = false;
        for (Pending pending : group) {
            batches.add(pending.batch);
            sync |= pending.options.sync();
        }
        Throwable failure = null;
        try {
            boolean disableWal = group.get(0).options.disableWal();
            sink.write(batches, new WriteOptions(sync, disableWal));
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
        for (Pending pending : group) {
            pending.failure = failure;
            pending.done = true;
        }
    }

    /** Returns at least one write; writes with and without the log are never mixed. */
    private List<Pending> nextGroup() {
        List<Pending> group = new ArrayList<>(1);
        Pending first = waiting.remove();
        group.add(first);
        long bytes = first.batch.byteSize();
        Pending next = waiting.peek();
        while (next != null && next.options.disableWal() == first.options.disableWal()) {
            bytes += next.batch.byteSize();
            if (bytes > GROUP_BYTES) {
                break;
            }
            group.add(waiting.remove());
            next = waiting.peek();
        }
        return group;
    }

    /** Lets a write that waits for room fail with {@link ClosedDatabaseException}, and later ones that would have to. */
    void refuseWaiting() {
        sink.close();
    }

    /**
     * Refuses all writes that no thread has begun, also those that wait, and waits for the one in progress. The flush of a
     * database without a log could miss them while it is closed, so that they would be lost silently.
     */
    void close() {
        closed = true;
        sink.close();
        awaitWrite();
    }

    /** Waits for the write in progress, which holds the lock. */
    private void awaitWrite() {
        lock.lock();
        try {
            // holding the lock means that it has ended
        } finally {
            lock.unlock();
        }
    }

    /** Runs work between two writes, also after {@link #close}. */
    <T extends @Nullable Object> T between(Work<T> work) throws IOException {
        lock.lock();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        T run() throws IOException;
    }
}
