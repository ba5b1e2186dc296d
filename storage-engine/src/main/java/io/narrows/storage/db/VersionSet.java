package io.narrows.storage.db;

import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.Manifest;
import io.narrows.storage.version.VersionEdit;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Which files the database has: the one place where that changes. A change is checked, written to the MANIFEST and on disk
 * before anything sees it. Thread-safe; changes come one after the other.
 */
final class VersionSet implements Wal.Register, Closeable {
    /** Bytes of a MANIFEST after which the next one is begun. */
    private static final long ROLL_OVER = 64L << 20;

    private final Path directory;
    private final LongSupplier lastSequence;
    private final AtomicLong nextFile;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile DbState state;
    private Manifest manifest;

    /** Whether an append has failed, after which nobody knows what the file holds. */
    private boolean manifestBroken;

    /** Begins a new MANIFEST with the state as it is. */
    VersionSet(Path directory, DbState state, AtomicLong nextFile, LongSupplier lastSequence) throws IOException {
        this.directory = directory;
        this.lastSequence = lastSequence;
        this.nextFile = nextFile;
        this.state = state;
        rollOver();
    }

    DbState state() {
        return state;
    }

    /** A number for a file, given once. */
    long newFile() {
        return nextFile.getAndIncrement();
    }

    /**
     * Changes what files there are.
     *
     * @param change the edits, which all are in force or none, from the state as it is then; none to change nothing
     * @param install told of the new state before the next change begins
     */
    void apply(Function<DbState, List<VersionEdit>> change, Installation install) throws IOException {
        lock.lock();
        try {
            List<VersionEdit> edits = change.apply(state);
            if (edits.isEmpty()) {
                return;
            }
            if (manifestBroken || manifest.size() > ROLL_OVER) {
                rollOver();
            }
            VersionEdit last = edits.get(edits.size() - 1);
            long sequence = Math.max(last.lastSequence().orElse(0), lastSequence.getAsLong());
            last.nextFile(nextFile.get()).lastSequence(sequence);
            DbState next = state.apply(edits);
            append(edits);
            state = next;
            install.accept(next);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void begun(long log, long lastSequenceBefore) throws IOException {
        apply(now -> List.of(new VersionEdit().beginLog(log, lastSequenceBefore)), now -> {});
    }

    @Override
    public void synced(long log, long bytes) throws IOException {
        apply(now -> now.firstLog() <= log ? List.of(new VersionEdit().syncedLog(log, bytes)) : List.of(), now -> {});
    }

    /** Who makes a state visible that is on disk. */
    @FunctionalInterface
    interface Installation {
        void accept(DbState state);
    }

    private void append(List<VersionEdit> edits) throws IOException {
        try {
            manifest.append(edits);
        } catch (IOException | RuntimeException | Error e) {
            manifestBroken = true;
            throw e;
        }
    }

    /**
     * Begins a new MANIFEST if an append to this one has failed: on disk it may have a change that is not in force here, and
     * what is written from now on would be lost with a family that it drops.
     */
    void mend() throws IOException {
        lock.lock();
        try {
            if (manifestBroken) {
                rollOver();
            }
        } finally {
            lock.unlock();
        }
    }

    private void rollOver() throws IOException {
        long number = newFile();
        DbState now = numbered(state);
        Manifest before = manifest;
        manifest = Manifest.create(directory, number, now.snapshot());
        manifestBroken = false;
        state = now.withManifest(number);
        if (before != null) {
            before.close();
            Files.deleteIfExists(FileNames.manifest(directory, before.number()));
        }
    }

    /** A state with the numbers that are to be given next. */
    DbState numbered(DbState files) {
        return files.withNumbers(nextFile.get(), lastSequence.getAsLong());
    }

    /** Runs something while nothing changes. */
    <T> T frozen(Reading<T> reading) throws IOException {
        lock.lock();
        try {
            return reading.of(state);
        } finally {
            lock.unlock();
        }
    }

    @FunctionalInterface
    interface Reading<T> {
        T of(DbState state) throws IOException;
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            manifest.close();
        } finally {
            lock.unlock();
        }
    }
}
