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
 * The current set of files of the database, and the only place where it changes. Each change is checked and written durably
 * to the MANIFEST before it becomes visible. Thread-safe; changes run one at a time.
 */
final class VersionSet implements Wal.Register, Closeable {
    /** Size of a MANIFEST in bytes beyond which a new one is begun. */
    private static final long ROLL_OVER = 64L << 20;

    private final Path directory;
    private final LongSupplier lastSequence;
    private final AtomicLong nextFile;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile DbState state;
    private Manifest manifest;

    /** Whether an append has failed, which leaves the file's content uncertain. */
    private boolean manifestBroken;

    /** Begins a new MANIFEST with the given state. */
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

    /** Returns a new file number. */
    long newFile() {
        return nextFile.getAndIncrement();
    }

    /**
     * Changes the set of files.
     *
     * @param change returns the edits to apply to the current state, all or none of them; an empty list changes nothing
     * @param install receives the new state before the next change begins
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

    /** Makes a durable state visible to readers. */
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
     * Begins a new MANIFEST if an append to the current one has failed. The old one may contain a change on disk that is not
     * in effect here; if that change drops a family, later writes to the family would be lost.
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

    /** Returns the state with the next file and sequence numbers filled in. */
    DbState numbered(DbState files) {
        return files.withNumbers(nextFile.get(), lastSequence.getAsLong());
    }

    /** Runs a function while the set of files cannot change. */
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
