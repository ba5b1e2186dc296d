package io.narrows.storage.compaction;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** A directory with table files, and access to their contents. */
final class TestTables implements AutoCloseable {
    static final ColumnFamily FAMILY = new ColumnFamily(3, "third");
    static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);

    private static final Codecs CODECS = Codecs.load();

    private final Path directory;
    private final Tables tables;
    private final CompressionPool pool;
    private final AtomicLong numbers = new AtomicLong(10);

    /** @param workers number of pool threads that help to compress */
    TestTables(Path directory, int workers) {
        this.directory = directory;
        this.tables = new Tables(directory, CODECS, BlockCache.ofBytes(1 << 20));
        this.pool = new CompressionPool(workers);
    }

    TestTables(Path directory) {
        this(directory, 0);
    }

    Tables open() {
        return tables;
    }

    LongSupplier numbers() {
        return numbers::incrementAndGet;
    }

    TableFactory factory(TableOptions options) {
        return new TableFactory(directory, FAMILY, options, CODECS, pool, numbers());
    }

    /** Uses small blocks, so that there are many. */
    TableFactory factory() {
        return factory(TableOptions.DEFAULT.withBlockSize(128));
    }

    /** Returns all entries of a file in order. */
    List<VersionedRow> rows(FileMetadata file) throws IOException {
        List<VersionedRow> rows = new ArrayList<>();
        try (InternalIterator entries = tables.open(file).iterator()) {
            for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                rows.add(new VersionedRow(
                        Slice.of(entries.userKey().toByteArray()),
                        InternalKey.sequence(entries.trailer()),
                        InternalKey.type(entries.trailer()),
                        Slice.of(entries.value().toByteArray())));
            }
        }
        return rows;
    }

    /** Returns the range deletions in the file, not clipped to its bounds. */
    List<RangeTombstone> tombstones(FileMetadata file) throws IOException {
        return tables.open(file).reader().rangeTombstones();
    }

    List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    void delete(FileMetadata file) throws IOException {
        tables.evict(file.number());
        Files.delete(directory.resolve("%06d.sst".formatted(file.number())));
    }

    @Override
    public void close() throws IOException {
        tables.close();
        pool.close();
    }
}
