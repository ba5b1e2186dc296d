package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The families that are open. What they consist of changes under {@link #lock} only, and everybody who waits for a change is
 * told; looking one up needs no lock. A table that no view uses any more is deleted here.
 */
final class Families {
    private final Path directory;
    private final Tables tables;
    private final LiveFiles liveFiles = new LiveFiles();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** By id; null where there is none. */
    private volatile Family[] byId = {};

    private volatile Stalls stalls = Stalls.NONE;

    Families(Path directory, Tables tables) {
        this.directory = directory;
        this.tables = tables;
    }

    /** None with such an id, or dropped: null. */
    Family get(int id) {
        Family[] all = byId;
        return id < all.length ? all[id] : null;
    }

    /** @throws IllegalArgumentException when it is not of this database, or was dropped */
    Family of(ColumnFamily handle) {
        Family family = get(handle.id());
        if (family == null) {
            throw new IllegalArgumentException("column family " + handle + " with id " + handle.id()
                    + " (expected: one of " + all().stream().map(Family::handle).toList() + ")");
        }
        return family;
    }

    Optional<Family> named(String name) {
        return all().stream()
                .filter(family -> family.handle().name().equals(name))
                .findFirst();
    }

    /** In the order of their ids. */
    List<Family> all() {
        List<Family> open = new ArrayList<>();
        for (Family family : byId) {
            if (family != null) {
                open.add(family);
            }
        }
        return open;
    }

    Family add(ColumnFamily handle, FamilyOptions options, LiveMemtable active, Version version) {
        lock.lock();
        try {
            Family family = new Family(handle, options, view(active, List.of(), version));
            Family[] more = Arrays.copyOf(byId, Math.max(byId.length, handle.id() + 1));
            more[handle.id()] = family;
            byId = more;
            return family;
        } finally {
            lock.unlock();
        }
    }

    void remove(Family family) {
        lock.lock();
        try {
            Family[] fewer = byId.clone();
            fewer[family.handle().id()] = null;
            byId = fewer;
            family.drop();
            family.view().release();
            changed();
        } finally {
            lock.unlock();
        }
    }

    /** A view of memtables and files; the first to retain it is the caller. */
    SuperVersion view(LiveMemtable active, List<LiveMemtable> sealed, Version version) {
        liveFiles.retain(version);
        return new SuperVersion(active, sealed, version, tables, this::unused);
    }

    private void unused(SuperVersion view) {
        for (long number : liveFiles.release(view.version())) {
            tables.evict(number);
            try {
                Files.deleteIfExists(FileNames.existingTable(directory, number));
            } catch (IOException e) {
                // it stays until the database is opened again, which looks for such files
            }
        }
    }

    /** The same, for who must go on: an interrupt is kept for later. */
    void awaitUninterruptibly(BackgroundError error, BooleanSupplier condition) throws IOException {
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                error.check();
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Replaces a family's view, and tells who waits for that. */
    void change(Family family, UnaryOperator<SuperVersion> next) {
        lock.lock();
        try {
            if (!family.isDropped()) {
                family.change(next);
            }
            changed();
        } finally {
            lock.unlock();
        }
    }

    /** Runs something while nothing changes. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something is so, which is asked under the lock after each change.
     *
     * @throws WritesStoppedException when background work has failed, so that it may never be so
     */
    void await(BackgroundError error, BooleanSupplier condition) throws IOException {
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                error.check();
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a flush or a compaction");
        } finally {
            lock.unlock();
        }
    }

    /** Tells who waits; under the lock. */
    void changed() {
        Stalls strictest = Stalls.NONE;
        for (Family family : all()) {
            strictest = Stalls.stricter(strictest, Stalls.of(family));
        }
        stalls = strictest;
        changed.signalAll();
    }

    /** How much writes are held back. */
    Stalls stalls() {
        return stalls;
    }

    /** Number of the first log that any family needs. */
    long firstLog() {
        return all().stream().mapToLong(Family::firstLog).min().orElse(0);
    }
}
