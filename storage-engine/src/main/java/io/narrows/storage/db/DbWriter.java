package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.VersionEdit;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The write path and all other changes of a database. Thread-safe. */
final class DbWriter implements Closeable {
    private final Families families;
    private final WriteQueue queue;
    private final Memtables memtables;
    private final VersionSet versions;
    private final Wal wal;
    private final Background background;
    private final Compactions compactions;
    private final ManualCompaction manual;
    private final Checkpoint checkpoint;
    private final Ingestion ingestion;
    private final BackgroundError error;
    private final Counters counters;
    private final Closeable rest;

    /** @param rest closed last, even after failures */
    DbWriter(
            Families families,
            WriteQueue queue,
            Memtables memtables,
            VersionSet versions,
            Wal wal,
            Background background,
            Compactions compactions,
            ManualCompaction manual,
            Checkpoint checkpoint,
            Ingestion ingestion,
            BackgroundError error,
            Counters counters,
            Closeable rest) {
        this.families = families;
        this.queue = queue;
        this.memtables = memtables;
        this.versions = versions;
        this.wal = wal;
        this.background = background;
        this.compactions = compactions;
        this.manual = manual;
        this.checkpoint = checkpoint;
        this.ingestion = ingestion;
        this.error = error;
        this.counters = counters;
        this.rest = rest;
    }

    void write(WriteBatch batch, WriteOptions options) throws IOException {
        batch.forEach(new EntryCheck(families));
        queue.write(batch, memtables.ownLog() ? options : unlogged(options));
    }

    private static WriteOptions unlogged(WriteOptions options) {
        if (options.sync()) {
            throw new IllegalArgumentException(
                    "sync is set, but the database writes no log (expected: a flush after the write)");
        }
        return new WriteOptions(false, true);
    }

    ColumnFamily create(String name, FamilyOptions options) throws IOException {
        return queue.between(() -> {
            error.check();
            if (families.named(name).isPresent()) {
                throw new IllegalArgumentException("column family " + name + " already exists");
            }
            ColumnFamily handle = new ColumnFamily(versions.state().maxFamily() + 1, name);
            VersionEdit edit = new VersionEdit()
                    .family(handle.id())
                    .addFamily(name, VersionEdit.BYTEWISE_COMPARATOR)
                    .logNumber(wal.number())
                    .maxFamily(handle.id());
            publish(edit);
            families.add(
                    handle,
                    options,
                    new LiveMemtable(wal.number()),
                    versions.state().family(handle.id()).version());
            return handle;
        });
    }

    void drop(Family family) throws IOException {
        ColumnFamily handle = family.handle();
        if (handle.id() == ColumnFamily.DEFAULT.id()) {
            throw new IllegalArgumentException("the default column family cannot be dropped");
        }
        queue.between(() -> {
            error.check();
            requireOpen(family);
            publish(new VersionEdit()
                    .family(handle.id())
                    .dropFamily()
                    .maxFamily(versions.state().maxFamily()));
            families.remove(family);
            return null;
        });
    }

    /** Call between two writes, when no family can be dropped. */
    private static void requireOpen(Family family) {
        if (family.isDropped()) {
            throw new IllegalArgumentException("column family " + family.handle() + " was dropped");
        }
    }

    private void publish(VersionEdit edit) throws IOException {
        try {
            versions.apply(state -> List.of(edit), DbWriter::nothingMore);
        } catch (IOException | RuntimeException | Error e) {
            error.set(e);
            throw e;
        }
    }

    private static void nothingMore(DbState state) {
        // memory is changed under the queue's lock, which the caller holds
    }

    /** Waits until the families' writes up to now are flushed, but not for later ones. */
    void flush(List<Family> wanted) throws IOException {
        List<Family> flushed = memtables.togetherWith(wanted);
        long last = queue.between(() -> {
            error.check();
            return memtables.seal(
                    flushed.stream().filter(family -> !family.isDropped()).toList());
        });
        awaitFlush(flushed, last);
    }

    /** Waits until all memtables that are sealed now are flushed. */
    void awaitFlushes() throws IOException {
        long last = families.locked(families::lastSealed);
        families.await(error, () -> families.firstSealed() > last);
    }

    private void awaitFlush(List<Family> wanted, long lastGroup) throws IOException {
        families.await(
                error, () -> wanted.stream().allMatch(family -> family.isDropped() || family.isFlushed(lastGroup)));
    }

    void compact(Family family, @Nullable Slice begin, @Nullable Slice end, boolean exclusive) throws IOException {
        flush(List.of(family));
        manual.run(family, begin, end, exclusive);
    }

    /** Starts compactions that have become due, and has {@link #awaitFiltered} look again. */
    void scheduleCompactions() {
        background.schedule();
        families.locked(() -> {
            families.changed();
            return null;
        });
    }

    /** Starts compactions that a snapshot has delayed, which is closed now. */
    void released(long snapshot) {
        if (families.all().stream().anyMatch(family -> FilterRule.isProtectedBy(snapshot, family))) {
            scheduleCompactions();
        }
    }

    void awaitFiltered(Family family, BooleanSupplier givenUp) throws IOException {
        locked(compactions::beginAwaitFiltered);
        try {
            background.schedule();
            families.await(
                    error, () -> givenUp.getAsBoolean() || family.isDropped() || !compactions.isFiltering(family));
        } finally {
            locked(compactions::endAwaitFiltered);
        }
    }

    private void locked(Runnable work) {
        families.locked(() -> {
            work.run();
            return null;
        });
    }

    void awaitIdle() throws IOException {
        background.schedule();
        families.await(error, background::isIdle);
    }

    void checkpoint(Path target) throws IOException {
        checkpoint.create(target);
    }

    PendingCheckpoint beginCheckpoint() throws IOException {
        return checkpoint.begin();
    }

    void ingest(Family family, List<Path> files, IngestOptions options) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        error.check();
        try (Ingestion.Prepared prepared = ingestion.prepare(files, options)) {
            flush(List.of(family));
            queue.between(() -> {
                error.check();
                requireOpen(family);
                long last = memtables.seal(List.of(family));
                awaitFlush(memtables.togetherWith(List.of(family)), last);
                wal.sync(); // otherwise a crash could lose other families' writes older than the ingested files
                publish(family, prepared);
                return null;
            });
            prepared.removeSources();
        }
        background.schedule();
    }

    private void publish(Family family, Ingestion.Prepared prepared) throws IOException {
        try {
            prepared.publish(family);
        } catch (IOException | RuntimeException | Error e) {
            error.set(e); // the MANIFEST may have the files, with the sequence number of the next write
            throw e;
        }
    }

    void setOptions(Family family, FamilyOptions options) {
        families.locked(() -> {
            family.setOptions(options);
            families.changed();
            return null;
        });
        background.schedule();
    }

    void resume() throws IOException {
        versions.mend();
        error.tryClear();
        background.schedule();
        flush(families.all());
    }

    Optional<Throwable> backgroundError() {
        return error.reason();
    }

    Counters counters() {
        return counters;
    }

    int runningJobs() {
        return background.running();
    }

    /** Refuses a write that waits for room, and later ones that would have to. */
    void refuseWaiting() {
        queue.refuseWaiting();
    }

    /** Refuses further writes, flushes entries that are in no log, then closes everything. */
    @Override
    public void close() throws IOException {
        close(true);
    }

    /** Closes everything without a flush. */
    void discard() throws IOException {
        close(false);
    }

    private void close(boolean flushes) throws IOException {
        queue.close();
        if (!flushes) {
            error.setClosed();
        }
        try (rest;
                versions;
                wal) {
            boolean unlogged = families.all().stream().anyMatch(Family::isUnlogged);
            try {
                if (flushes && unlogged && error.reason().isEmpty()) {
                    flush(families.all());
                }
            } finally {
                background.close(); // before everything that it uses
            }
        }
    }
}
