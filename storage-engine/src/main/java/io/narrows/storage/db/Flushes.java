package io.narrows.storage.db;

import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Writes the sealed memtables of a family to a file of level 0. One thread flushes one family at a time. */
final class Flushes {
    private final Families families;
    private final VersionSet versions;
    private final Wal wal;
    private final Snapshots snapshots;
    private final TableMaking tables;
    private final Counters counters;

    Flushes(
            Families families,
            VersionSet versions,
            Wal wal,
            Snapshots snapshots,
            TableMaking tables,
            Counters counters) {
        this.families = families;
        this.versions = versions;
        this.wal = wal;
        this.snapshots = snapshots;
        this.tables = tables;
        this.counters = counters;
    }

    /** Flushes the memtables that are sealed now. */
    void run(Family family) throws IOException {
        Optional<SuperVersion> retained = family.tryRetain();
        if (retained.isEmpty()) {
            return;
        }
        try {
            run(family, retained.get());
        } finally {
            retained.get().release();
        }
    }

    private void run(Family family, SuperVersion view) throws IOException {
        List<LiveMemtable> flushed = new ArrayList<>(view.sealed());
        if (flushed.isEmpty()) {
            return;
        }
        Collections.reverse(flushed); // the oldest first
        long nextLog = families.locked(() -> view.active().firstLog());
        long began = System.nanoTime();
        Optional<FileMetadata> file = write(family, view.version(), flushed);
        if (families.all().size() > 1) {
            wal.syncOlder(); // otherwise a crash could lose older writes of another family
        }
        publish(family, flushed, file, nextLog);
        long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began);
        counters.flushed(file.map(FileMetadata::size).orElse(0L), micros);
    }

    private Optional<FileMetadata> write(Family family, Version files, List<LiveMemtable> flushed) throws IOException {
        return tables.flush(family.handle(), family.options(), flushed, files, snapshots::sequences);
    }

    private void publish(Family family, List<LiveMemtable> flushed, Optional<FileMetadata> file, long nextLog)
            throws IOException {
        versions.apply(
                state -> state.families().containsKey(family.handle().id())
                        ? List.of(edit(state, family, file, nextLog))
                        : List.of(),
                state -> families.change(family, view -> {
                    List<LiveMemtable> left = new ArrayList<>(view.sealed());
                    left.removeAll(flushed);
                    return families.view(
                            view.active(),
                            left,
                            state.family(family.handle().id()).version());
                }));
        wal.keepFrom(versions.state().firstLog()); // keeps all logs that the MANIFEST names, which must exist
    }

    private VersionEdit edit(DbState state, Family family, Optional<FileMetadata> file, long nextLog) {
        VersionEdit edit = new VersionEdit().family(family.handle().id()).logNumber(nextLog);
        file.ifPresent(table -> edit.addFile(
                0, table.withEpoch(state.family(family.handle().id()).nextEpoch())));
        return edit.minLogToKeep(firstLogAfter(family, nextLog));
    }

    private long firstLogAfter(Family flushed, long nextLog) {
        return families.locked(() -> families.all().stream()
                .mapToLong(family -> family == flushed ? nextLog : family.firstLog())
                .min()
                .orElse(nextLog));
    }
}
