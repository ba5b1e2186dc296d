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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The open families. Their contents change only under {@link #lock}, and each change wakes all waiters; lookups need no
 * lock. Deletes a table once no view uses it.
 */
final class Families {
    private final Path directory;
    private final Tables tables;
    private final LiveFiles liveFiles = new LiveFiles();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Indexed by family id; null where no family has that id. */
    private volatile @Nullable Family[] byId = {};

    private volatile Stalls stalls = Stalls.NONE;

    Families(Path directory, Tables tables) {
        this.directory = directory;
        this.tables = tables;
    }

    /** Returns the family with that id, null if there is none or it was dropped. */
    @Nullable
    Family get(int id) {
        @Nullable Family[] all = byId;
        return id < all.length ? all[id] : null;
    }

    /** @throws IllegalArgumentException if the handle is from another database, or the family was dropped */
    Family of(ColumnFamily handle) {
        Family family = get(handle.id());
        if (family == null) {
            throw new IllegalArgumentException("column family " + handle + " is not in this database"
                    + " (expected: one of " + all().stream().map(Family::handle).toList() + ")");
        }
        return family;
    }

    Optional<Family> named(String name) {
        return all().stream()
                .filter(family -> family.handle().name().equals(name))
                .findFirst();
    }

    /** Returns the families in order of their ids. */
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
            @Nullable Family[] more = Arrays.copyOf(byId, Math.max(byId.length, handle.id() + 1));
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
            @Nullable Family[] fewer = byId.clone();
            fewer[family.handle().id()] = null;
            byId = fewer;
            family.drop();
            family.view().release();
            changed();
        } finally {
            lock.unlock();
        }
    }

    /** Creates a view of memtables and files, retained once for the caller. */
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
                // the file stays until the database is next opened, which deletes it
            }
        }
    }

    /** Waits like {@link #await}, but defers an interrupt instead of throwing. */
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

    /** Replaces a family's view and wakes all waiters. */
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

    /** Runs a function under the lock. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a condition is true. It is evaluated under the lock after each change.
     *
     * @throws WritesStoppedException if background work has failed, so that the condition may never become true
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

    /** Wakes all waiters; call under the lock. */
    void changed() {
        Stalls strictest = Stalls.NONE;
        for (Family family : all()) {
            strictest = Stalls.stricter(strictest, Stalls.of(family));
        }
        stalls = strictest;
        changed.signalAll();
    }

    /** Returns how much writes are held back. */
    Stalls stalls() {
        return stalls;
    }

    /** Returns the oldest group of memtables that is not flushed; the highest number if there is none. */
    long firstSealed() {
        return sealed().mapToLong(LiveMemtable::group).min().orElse(Long.MAX_VALUE);
    }

    /** Returns the latest group of memtables that is not flushed; 0 if there is none. */
    long lastSealed() {
        return sealed().mapToLong(LiveMemtable::group).max().orElse(0);
    }

    private Stream<LiveMemtable> sealed() {
        return all().stream().flatMap(family -> family.view().sealed().stream());
    }

    /** Returns the number of the first log that any family needs. */
    long firstLog() {
        return all().stream().mapToLong(Family::firstLog).min().orElse(0);
    }
}
