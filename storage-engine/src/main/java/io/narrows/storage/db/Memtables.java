package io.narrows.storage.db;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Seals full memtables: begins a new log, and makes writes wait while flushes or compactions are too far behind. Runs under
 * the write queue's lock.
 */
final class Memtables {
    private final Families families;
    private final Wal wal;
    private final LongSupplier newFile;
    private final BackgroundError error;
    private final Counters counters;
    private final DbListener listener;
    private final boolean ownLog;
    private final long totalWalBytes;

    /** Run when there is something to flush. */
    private final Runnable onSealed;

    private long groups;

    /** Guarded by the families' lock. */
    private boolean closed;

    Memtables(
            Families families,
            Wal wal,
            LongSupplier newFile,
            BackgroundError error,
            Counters counters,
            DbOptions options,
            Runnable onSealed) {
        this.families = families;
        this.wal = wal;
        this.newFile = newFile;
        this.error = error;
        this.counters = counters;
        this.listener = options.listener();
        this.ownLog = options.ownLog();
        this.totalWalBytes = options.totalWalBytes();
        this.onSealed = onSealed;
    }

    /**
     * Waits until there is room for a write.
     *
     * @throws ClosedDatabaseException if {@link #close} is called before there is
     */
    void makeRoom() throws IOException {
        if (families.stalls().isStop()) {
            awaitCompaction();
        }
        for (Family family : families.all()) {
            LiveMemtable active = family.view().active();
            if (active.table().memoryBytes() >= family.options().writeBufferSize()) {
                List<Family> together = togetherWith(List.of(family));
                awaitFlush(together);
                seal(together);
            }
        }
    }

    /** Returns whether entries are in a log, unless a write skips it. */
    boolean ownLog() {
        return ownLog;
    }

    /** Returns the families that are sealed and flushed with the given ones: all if there is no log with their entries. */
    List<Family> togetherWith(List<Family> wanted) {
        return ownLog ? wanted : families.all();
    }

    /**
     * Seals the non-empty memtables of families and of those {@link #togetherWith} them, all at the same moment.
     *
     * @return the latest group of sealed memtables: the families' writes up to now are in it and the groups before it
     */
    long seal(List<Family> wanted) throws IOException {
        List<Family> full = new ArrayList<>(togetherWith(wanted));
        full.removeIf(family -> family.view().active().table().isEmpty());
        if (full.isEmpty()) {
            return groups;
        }
        if (!wal.isEmpty()) {
            rotate();
        }
        if (wal.bytes() > totalWalBytes) {
            addThoseThatHoldLogs(full);
        }
        long log = wal.number();
        long group = ++groups;
        families.locked(() -> {
            for (Family family : full) {
                family.view().active().sealIn(group);
                family.change(view -> families.view(new LiveMemtable(log), withActive(view), view.version()));
            }
            for (Family family : families.all()) {
                LiveMemtable active = family.view().active();
                if (active.table().isEmpty()) {
                    active.startAt(log);
                }
            }
            families.changed();
            return null;
        });
        onSealed.run();
        return group;
    }

    /** Refuses writes that wait for room, and later ones that would have to. */
    void close() {
        families.locked(() -> {
            closed = true;
            families.changed();
            return null;
        });
    }

    private void rotate() throws IOException {
        try {
            wal.rotate(newFile.getAsLong());
        } catch (IOException | RuntimeException | Error e) {
            error.set(e);
            throw e;
        }
    }

    private void addThoseThatHoldLogs(List<Family> full) {
        long oldest = families.firstLog();
        for (Family family : families.all()) {
            LiveMemtable active = family.view().active();
            if (active.firstLog() == oldest && !active.table().isEmpty() && !full.contains(family)) {
                full.add(family);
            }
        }
    }

    private static List<LiveMemtable> withActive(SuperVersion view) {
        List<LiveMemtable> sealed = new ArrayList<>();
        sealed.add(view.active());
        sealed.addAll(view.sealed());
        return sealed;
    }

    private void awaitFlush(List<Family> wanted) throws IOException {
        await(
                StallReason.MEMTABLES,
                () -> wanted.stream()
                        .allMatch(family ->
                                family.view().sealed().size() < family.options().maxWriteBuffers() - 1));
    }

    private void awaitCompaction() throws IOException {
        StallReason reason = families.stalls().reason();
        if (reason != null) {
            await(reason, () -> !families.stalls().isStop());
        }
    }

    /**
     * Waits until a condition has been true at least once; it may be false again on return.
     *
     * @throws ClosedDatabaseException if {@link #close} is called before this returns
     */
    void await(StallReason reason, BooleanSupplier goesOn) throws IOException {
        if (families.locked(goesOn::getAsBoolean)) {
            return;
        }
        listener.onStallBegin(reason);
        long began = System.nanoTime();
        try {
            families.awaitUninterruptibly(error, () -> closed || goesOn.getAsBoolean());
            if (families.locked(() -> closed)) {
                throw new ClosedDatabaseException();
            }
        } finally {
            counters.stalled(reason, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
            listener.onStallEnd(reason);
        }
    }
}
