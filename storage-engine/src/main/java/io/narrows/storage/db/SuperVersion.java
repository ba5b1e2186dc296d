package io.narrows.storage.db;

import io.narrows.storage.Entry;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.Bounds;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.iterate.MergingIterator;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.iterate.UnsupportedEntryException;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.LevelIterator;
import io.narrows.storage.version.Table;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of a family for reads: its memtables, newest first, and its files. They remain available as long as
 * the view is retained. Each change of memtables or files replaces the view. Thread-safe.
 */
final class SuperVersion {
    private final LiveMemtable active;
    private final List<LiveMemtable> sealed;
    private final Version version;
    private final Tables tables;
    private final Consumer<SuperVersion> onUnused;
    private final AtomicInteger uses = new AtomicInteger(1);

    /** Range deletions of those files that have any; null until first needed. */
    private volatile @Nullable List<RangeTombstones> ofFiles;

    /**
     * Creates a view that is retained once, for the caller.
     *
     * @param sealed immutable memtables, newest first
     * @param onUnused called once, when the last user releases the view
     */
    SuperVersion(
            LiveMemtable active,
            List<LiveMemtable> sealed,
            Version version,
            Tables tables,
            Consumer<SuperVersion> onUnused) {
        this.active = active;
        this.sealed = List.copyOf(sealed);
        this.version = version;
        this.tables = tables;
        this.onUnused = onUnused;
    }

    LiveMemtable active() {
        return active;
    }

    /** Returns the sealed memtables, newest first. */
    List<LiveMemtable> sealed() {
        return sealed;
    }

    Version version() {
        return version;
    }

    /** Retains the view until it is released; returns false if it was replaced and has no users left. */
    boolean tryRetain() {
        int count = uses.get();
        while (count > 0) {
            if (uses.compareAndSet(count, count + 1)) {
                return true;
            }
            count = uses.get();
        }
        return false;
    }

    void release() {
        if (uses.decrementAndGet() == 0) {
            onUnused.accept(this);
        }
    }

    /** Returns the properties of all files. */
    List<TableProperties> fileProperties() throws IOException {
        List<TableProperties> all = new ArrayList<>();
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.level(level)) {
                all.add(tables.properties(file));
            }
        }
        return all;
    }

    /** Returns the value of a key as of a sequence number. */
    Optional<byte[]> get(Slice key, long at) throws IOException {
        Lookup lookup = new Lookup(key, at);
        if (lookup.in(active)) {
            return lookup.value();
        }
        for (LiveMemtable memtable : sealed) {
            if (lookup.in(memtable)) {
                return lookup.value();
            }
        }
        for (FileMetadata file : version.level(0)) {
            if (file.overlaps(key, key) && lookup.in(file)) {
                return lookup.value();
            }
        }
        for (int level = 1; level < version.levels(); level++) {
            FileMetadata file = version.find(level, key);
            while (file != null) {
                if (lookup.in(file)) {
                    return lookup.value();
                }
                file = version.next(level, file, key);
            }
        }
        return Optional.empty();
    }

    /** Searches for a key source by source, newest first. */
    private final class Lookup {
        private final Slice key;
        private final long at;
        private @Nullable Entry found;
        private boolean foundInMemory;
        private long deletedAt = -1;

        Lookup(Slice key, long at) {
            this.key = key;
            this.at = at;
        }

        /** Returns whether older sources no longer matter. */
        boolean in(LiveMemtable memtable) {
            foundInMemory = true;
            return settles(memtable.tombstones(), memtable.table().get(key, at));
        }

        boolean in(FileMetadata file) throws IOException {
            foundInMemory = false;
            try (Table table = tables.open(file)) {
                return settles(table.tombstones(), table.get(key, at));
            }
        }

        private boolean settles(RangeTombstones tombstones, @Nullable Entry entry) {
            if (!tombstones.isEmpty()) {
                deletedAt = Math.max(deletedAt, tombstones.covering(key, at));
            }
            found = entry;
            return entry != null || deletedAt >= 0;
        }

        Optional<byte[]> value() throws UnsupportedEntryException {
            if (found == null || found.sequence() < deletedAt) {
                return Optional.empty();
            }
            return switch (found.type()) {
                case PUT ->
                    Optional.of(
                            foundInMemory
                                    ? found.value().toByteArray()
                                    : found.value().array()); // a table returns a copy
                case DELETE, SINGLE_DELETE -> Optional.empty();
                default -> throw new UnsupportedEntryException(found.type().id(), key, found.sequence());
            };
        }
    }

    /** Returns an iterator over the family's rows as of a sequence number; closing it releases the view. */
    DbIterator iterator(long at, Bounds bounds) throws IOException {
        List<InternalIterator> sources = new ArrayList<>();
        try {
            addSources(sources);
            InternalIterator entries = MergingIterator.of(sources);
            return new DbIterator(entries, tombstones(), at, bounds, this::release);
        } catch (IOException | RuntimeException | Error e) {
            sources.forEach(InternalIterator::close);
            throw e;
        }
    }

    private void addSources(List<InternalIterator> sources) throws IOException {
        sources.add(active.table().iterator());
        for (LiveMemtable memtable : sealed) {
            sources.add(memtable.table().iterator());
        }
        for (FileMetadata file : version.level(0)) {
            try (Table table = tables.open(file)) {
                sources.add(table.iterator());
            }
        }
        for (int level = 1; level < version.levels(); level++) {
            if (!version.level(level).isEmpty()) {
                sources.add(new LevelIterator(tables, version.level(level)));
            }
        }
    }

    private List<RangeTombstones> tombstones() throws IOException {
        List<RangeTombstones> all = new ArrayList<>(tombstonesOfFiles());
        addUnlessEmpty(all, active.tombstones());
        for (LiveMemtable memtable : sealed) {
            addUnlessEmpty(all, memtable.tombstones());
        }
        return all;
    }

    private List<RangeTombstones> tombstonesOfFiles() throws IOException {
        List<RangeTombstones> known = ofFiles;
        if (known == null) {
            known = tables.tombstones(version);
            ofFiles = known;
        }
        return known;
    }

    private static void addUnlessEmpty(List<RangeTombstones> all, RangeTombstones some) {
        if (!some.isEmpty()) {
            all.add(some);
        }
    }
}
