package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.compaction.Compaction;
import io.narrows.storage.compaction.CompactionJob;
import io.narrows.storage.compaction.CompactionResult;
import io.narrows.storage.compaction.FlushJob;
import io.narrows.storage.compaction.JobFilter;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.TableFactory;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The dependencies shared by all jobs that write tables of a database. Thread-safe. */
final class TableMaking {
    private final Path directory;
    private final Codecs codecs;
    private final CompressionPool pool;
    private final Tables tables;
    private final LongSupplier newFile;
    private volatile boolean cancelled;

    TableMaking(Path directory, Codecs codecs, CompressionPool pool, Tables tables, LongSupplier newFile) {
        this.directory = directory;
        this.codecs = codecs;
        this.pool = pool;
        this.tables = tables;
        this.newFile = newFile;
    }

    /** Makes running jobs fail with an exception. */
    void cancel() {
        cancelled = true;
    }

    /**
     * Writes memtables to a file of level 0, which has no epoch yet; empty if no entries are left.
     *
     * @param files the family's files, which must stay until the end
     */
    Optional<FileMetadata> flush(
            ColumnFamily family,
            FamilyOptions options,
            List<LiveMemtable> memtables,
            Version files,
            Supplier<long[]> snapshots)
            throws IOException {
        OtherEntries others = OtherEntries.of(files, List.of(), tables);
        try (JobFilter filter = JobFilter.begin(options.compactionFilter(), List.of(), others)) {
            return flush(family, options, memtables, filter, snapshots.get());
        }
    }

    /** Writes memtables of a database that is being opened. */
    Optional<FileMetadata> recover(ColumnFamily family, FamilyOptions options, LiveMemtable memtable)
            throws IOException {
        try (JobFilter filter = JobFilter.begin(options.compactionFilter(), List.of(), OtherEntries.unknown())) {
            return flush(family, options, List.of(memtable), filter, new long[0]);
        }
    }

    private Optional<FileMetadata> flush(
            ColumnFamily family,
            FamilyOptions options,
            List<LiveMemtable> memtables,
            JobFilter filter,
            long[] snapshots)
            throws IOException {
        List<InternalIterator> sources = new ArrayList<>();
        List<RangeTombstone> tombstones = new ArrayList<>();
        for (LiveMemtable memtable : memtables) {
            sources.add(memtable.table().iterator());
            tombstones.addAll(memtable.table().rangeTombstones());
        }
        return new FlushJob(
                        factory(family, options),
                        codecs.resolve(options.ladder().ofFlush()),
                        0,
                        snapshots,
                        filter,
                        () -> cancelled)
                .run(sources, tombstones);
    }

    /** Deletes a file that no MANIFEST names. */
    void remove(FileMetadata file, Throwable failure) {
        try {
            Files.deleteIfExists(FileNames.table(directory, file.number()));
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    CompactionResult compact(
            ColumnFamily family, FamilyOptions options, Compaction compaction, Supplier<long[]> snapshots)
            throws IOException {
        OtherEntries others = OtherEntries.of(compaction.version(), compaction.files(), tables);
        List<TableProperties> inputs = new ArrayList<>();
        for (FileMetadata file : compaction.files()) {
            inputs.add(tables.properties(file));
        }
        try (JobFilter filter = JobFilter.begin(options.compactionFilter(), inputs, others)) {
            return new CompactionJob(
                            compaction, tables, factory(family, options), snapshots.get(), filter, () -> cancelled)
                    .run();
        }
    }

    private TableFactory factory(ColumnFamily family, FamilyOptions options) {
        return new TableFactory(directory, family, options.table(), codecs, pool, newFile);
    }
}
