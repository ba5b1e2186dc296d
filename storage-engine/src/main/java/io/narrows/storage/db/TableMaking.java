package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.compaction.Compaction;
import io.narrows.storage.compaction.CompactionJob;
import io.narrows.storage.compaction.CompactionResult;
import io.narrows.storage.compaction.FlushJob;
import io.narrows.storage.compaction.TableFactory;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

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

    /** Writes memtables to a file of level 0, which has no epoch yet; empty if no entries are left. */
    Optional<FileMetadata> flush(
            ColumnFamily family, FamilyOptions options, List<LiveMemtable> memtables, long[] snapshots)
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
                        () -> cancelled)
                .run(sources, tombstones);
    }

    CompactionResult compact(ColumnFamily family, FamilyOptions options, Compaction compaction, long[] snapshots)
            throws IOException {
        return new CompactionJob(compaction, tables, factory(family, options), snapshots, () -> cancelled).run();
    }

    private TableFactory factory(ColumnFamily family, FamilyOptions options) {
        return new TableFactory(directory, family, options.table(), codecs, pool, newFile);
    }
}
