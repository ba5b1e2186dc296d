package io.narrows.storage.db;

import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Writes the memtables of a database without a log, in groups that were sealed at the same moment: one file of level 0 per
 * family, all of them published by one change of the MANIFEST. So after a crash the database is as it was when a group was
 * sealed. One thread flushes one group at a time, the oldest first.
 */
final class GroupFlushes {
    /** Receives the state of which a group has become part, under the locks of the set of files and of the families. */
    @FunctionalInterface
    interface Listener {
        void flushed(long group, DbState state);
    }

    /** A memtable of the group; the view keeps the family's files. */
    private record Part(Family family, SuperVersion view, LiveMemtable memtable) {
        int id() {
            return family.handle().id();
        }
    }

    private final Families families;
    private final VersionSet versions;
    private final Snapshots snapshots;
    private final TableMaking tables;
    private final Counters counters;
    private final Listener listener;

    GroupFlushes(
            Families families,
            VersionSet versions,
            Snapshots snapshots,
            TableMaking tables,
            Counters counters,
            Listener listener) {
        this.families = families;
        this.versions = versions;
        this.snapshots = snapshots;
        this.tables = tables;
        this.counters = counters;
        this.listener = listener;
    }

    /** Flushes the oldest group, if there is one: all of it or, if this fails, nothing. */
    void run() throws IOException {
        List<Part> group = families.locked(this::retainOldest);
        try {
            if (!group.isEmpty()) {
                flush(group);
            }
        } finally {
            group.forEach(part -> part.view().release());
        }
    }

    private List<Part> retainOldest() {
        long oldest = families.firstSealed();
        List<Part> group = new ArrayList<>();
        for (Family family : families.all()) {
            for (LiveMemtable memtable : family.view().sealed()) {
                if (memtable.group() == oldest) {
                    group.add(new Part(family, family.retain(), memtable));
                }
            }
        }
        return group;
    }

    private void flush(List<Part> group) throws IOException {
        long began = System.nanoTime();
        Map<Part, Optional<FileMetadata>> files = write(group);
        publish(files);
        long bytes = files.values().stream()
                .flatMap(Optional::stream)
                .mapToLong(FileMetadata::size)
                .sum();
        counters.flushed(bytes, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
    }

    private Map<Part, Optional<FileMetadata>> write(List<Part> group) throws IOException {
        Map<Part, Optional<FileMetadata>> files = new LinkedHashMap<>();
        try {
            for (Part part : group) {
                Family family = part.family();
                files.put(
                        part,
                        tables.flush(
                                family.handle(),
                                family.options(),
                                List.of(part.memtable()),
                                part.view().version(),
                                snapshots::sequences));
            }
            return files;
        } catch (IOException | RuntimeException | Error e) {
            files.values().forEach(file -> file.ifPresent(table -> tables.remove(table, e)));
            throw e;
        }
    }

    private void publish(Map<Part, Optional<FileMetadata>> files) throws IOException {
        versions.apply(
                state -> {
                    List<VersionEdit> edits = new ArrayList<>();
                    files.forEach((part, file) -> {
                        if (state.families().containsKey(part.id())) {
                            edits.add(edit(state, part, file));
                        }
                    });
                    return edits;
                },
                state -> families.locked(() -> {
                    files.keySet().forEach(part -> install(state, part));
                    listener.flushed(files.keySet().iterator().next().memtable().group(), state);
                    return null;
                }));
    }

    private static VersionEdit edit(DbState state, Part part, Optional<FileMetadata> file) {
        VersionEdit edit =
                new VersionEdit().family(part.id()).logNumber(part.memtable().firstLog());
        file.ifPresent(
                table -> edit.addFile(0, table.withEpoch(state.family(part.id()).nextEpoch())));
        return edit;
    }

    private void install(DbState state, Part part) {
        if (state.families().containsKey(part.id())) {
            families.change(part.family(), view -> {
                List<LiveMemtable> left = new ArrayList<>(view.sealed());
                left.remove(part.memtable());
                return families.view(
                        view.active(), left, state.family(part.id()).version());
            });
        }
    }
}
