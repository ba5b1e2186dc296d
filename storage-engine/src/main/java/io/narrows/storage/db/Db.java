package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database: sorted keys with values, in column families. Its directory is one that RocksDB opens, and it opens RocksDB's.
 * A write that returned survives the end of the process; one with {@link WriteOptions#SYNC} survives the end of the machine.
 * Safe for use by many threads.
 *
 * <p>A key and its value have at most 2^28 bytes together. Keys are ordered by their unsigned bytes.
 */
public final class Db implements Closeable {
    private final Families families;
    private final Snapshots snapshots;
    private final AtomicLong lastSequence;
    private final Tables tables;
    private final Statistics statistics;
    private final Optional<DbWriter> writer;
    private boolean closed;

    /** @param writer empty when the database is open to read only */
    Db(
            Families families,
            Snapshots snapshots,
            AtomicLong lastSequence,
            Tables tables,
            Statistics statistics,
            Optional<DbWriter> writer) {
        this.families = families;
        this.snapshots = snapshots;
        this.lastSequence = lastSequence;
        this.tables = tables;
        this.statistics = statistics;
        this.writer = writer;
    }

    /**
     * Opens a database to read and write, and creates it if the options say so.
     *
     * @throws IOException when it is damaged, has what is not known here, or somebody else has it open. The message names the
     *     file, and nothing has been changed
     * @throws IllegalArgumentException when a family of the options is not there and is not to be created
     */
    public static Db open(Path directory, DbOptions options) throws IOException {
        return DbOpener.toWrite(directory, options);
    }

    /**
     * Opens a database as it is now, to read only. The directory is not touched, and somebody else may have it open: what he
     * deletes can then be missing here.
     */
    public static Db openReadOnly(Path directory, DbOptions options) throws IOException {
        return DbOpener.toRead(directory, options);
    }

    /** The names of a database's families, without opening it. */
    public static List<String> columnFamilies(Path directory) throws IOException {
        return DbState.read(directory).families().values().stream()
                .map(family -> family.name())
                .toList();
    }

    public ColumnFamily defaultFamily() {
        return ColumnFamily.DEFAULT;
    }

    public Optional<ColumnFamily> family(String name) {
        return families.named(name).map(Family::handle);
    }

    /** In the order in which they were created. */
    public List<ColumnFamily> families() {
        return families.all().stream().map(Family::handle).toList();
    }

    /** @throws IllegalArgumentException when there is one of that name */
    public ColumnFamily createFamily(String name, FamilyOptions options) throws IOException {
        return writer().create(name, options);
    }

    /**
     * Removes a family with all that is in it. Iterators that are open go on.
     *
     * @throws IllegalArgumentException when it is the default one, or not there
     */
    public void dropFamily(ColumnFamily family) throws IOException {
        writer().drop(families.of(family));
    }

    public void put(ColumnFamily family, byte[] key, byte[] value) throws IOException {
        put(family, key, value, WriteOptions.DEFAULT);
    }

    /** @throws WritesStoppedException when background work has failed */
    public void put(ColumnFamily family, byte[] key, byte[] value, WriteOptions options) throws IOException {
        write(new WriteBatch().put(family, key, value), options);
    }

    public void delete(ColumnFamily family, byte[] key) throws IOException {
        delete(family, key, WriteOptions.DEFAULT);
    }

    public void delete(ColumnFamily family, byte[] key, WriteOptions options) throws IOException {
        write(new WriteBatch().delete(family, key), options);
    }

    /** Deletes all keys from {@code begin} until before {@code end}. */
    public void deleteRange(ColumnFamily family, byte[] begin, byte[] end) throws IOException {
        write(new WriteBatch().deleteRange(family, begin, end), WriteOptions.DEFAULT);
    }

    /**
     * Does all of a batch or nothing.
     *
     * @throws IllegalArgumentException when it is for a family that is not there, or has an entry that is too large
     * @throws WritesStoppedException when background work has failed
     */
    public void write(WriteBatch batch, WriteOptions options) throws IOException {
        writer().write(batch, options);
    }

    public Optional<byte[]> get(ColumnFamily family, byte[] key) throws IOException {
        return get(family, key, ReadOptions.DEFAULT);
    }

    public Optional<byte[]> get(ColumnFamily family, byte[] key, ReadOptions options) throws IOException {
        SuperVersion view = families.of(family).retain();
        try {
            return view.get(Slice.of(key), sequence(options));
        } finally {
            view.release();
        }
    }

    /** The values of many keys as of one moment, in their order. */
    public List<Optional<byte[]>> multiGet(ColumnFamily family, List<byte[]> keys, ReadOptions options)
            throws IOException {
        SuperVersion view = families.of(family).retain();
        try {
            long sequence = sequence(options);
            List<Optional<byte[]>> values = new ArrayList<>(keys.size());
            for (byte[] key : keys) {
                values.add(view.get(Slice.of(key), sequence));
            }
            return values;
        } finally {
            view.release();
        }
    }

    /** The family as it is now, or was at the snapshot. It must be closed, before the database is. For one thread. */
    public DbIterator iterator(ColumnFamily family, ReadOptions options) throws IOException {
        SuperVersion view = families.of(family).retain();
        try {
            return view.iterator(sequence(options), options.bounds());
        } catch (IOException | RuntimeException | Error e) {
            view.release();
            throw e;
        }
    }

    public Snapshot snapshot() {
        return snapshots.take(lastSequence::get);
    }

    /** Writes what is in memory to files, and returns when it is there. */
    public void flush(ColumnFamily family) throws IOException {
        writer().flush(List.of(families.of(family)));
    }

    /** The same of all families. */
    public void flush() throws IOException {
        writer().flush(families.all());
    }

    /** Compacts all of a family into its last level, which is rewritten in the codec that it shall have now. */
    public void compact(ColumnFamily family) throws IOException {
        compactRange(family, null, null);
    }

    /**
     * The same of what may hold some keys.
     *
     * @param begin the first key, null for the first of all
     * @param end the last key, null for the last of all
     */
    public void compactRange(ColumnFamily family, byte[] begin, byte[] end) throws IOException {
        writer().compact(families.of(family), sliceOrNull(begin), sliceOrNull(end));
    }

    private static Slice sliceOrNull(byte[] key) {
        return key == null ? null : Slice.of(key);
    }

    /** Returns when nothing is left to flush or to compact, and nobody writes. */
    public void awaitCompactions() throws IOException {
        writer().awaitIdle();
    }

    /**
     * Makes a directory that is a database as this one is now; its files are hard links where that can be.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something at the target
     */
    public void checkpoint(Path target) throws IOException {
        writer().checkpoint(target);
    }

    /** Captures the database as it is now, between two writes; {@link #checkpoint} in two steps. */
    public PendingCheckpoint beginCheckpoint() throws IOException {
        return writer().beginCheckpoint();
    }

    /** Adds copies of files, see {@link #ingest(ColumnFamily, List, IngestOptions)}. */
    public void ingest(ColumnFamily family, List<Path> files) throws IOException {
        ingest(family, files, IngestOptions.DEFAULT);
    }

    /**
     * Adds files that were written to be ingested, as by {@link io.narrows.storage.sst.TableOptions#withIngestion}. Their
     * entries are younger than all that is in the family. All files are added, durably, or none.
     *
     * @throws IllegalArgumentException when files overlap each other, or were not written for this
     * @throws io.narrows.storage.sst.CorruptTableException when a file is damaged; all of each is read first
     * @throws WritesStoppedException when background work has failed
     */
    public void ingest(ColumnFamily family, List<Path> files, IngestOptions options) throws IOException {
        writer().ingest(families.of(family), files, options);
    }

    /** Changes how a family is kept, from now on; what is written already changes when it is compacted. */
    public void setOptions(ColumnFamily family, FamilyOptions options) {
        writer().setOptions(families.of(family), options);
    }

    public FamilyOptions options(ColumnFamily family) {
        return families.of(family).options();
    }

    public DbStatistics statistics() throws IOException {
        return statistics.collect(
                writer.map(DbWriter::counters).orElseGet(() -> new Counters(Version.LEVELS)),
                writer.map(DbWriter::runningJobs).orElse(0),
                lastSequence.get(),
                snapshots.count(),
                backgroundError().isPresent());
    }

    /** What has stopped writes, if anything has. */
    public Optional<Throwable> backgroundError() {
        return writer.flatMap(DbWriter::backgroundError);
    }

    /**
     * Goes on after a flush, a compaction or a change of files has failed and the cause is mended: everything in memory is
     * flushed.
     *
     * @throws IOException when it fails again, or the log could not be written, after which the database must be opened again;
     *     writes stay stopped then
     */
    public void resume() throws IOException {
        writer().resume();
    }

    /** Ends background work and closes all files. No call may be under way, and all iterators must be closed. Again it does nothing. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (tables) {
            if (writer.isPresent()) {
                writer.get().close();
            }
        }
    }

    /** @throws IllegalStateException when the database was opened to read only */
    private DbWriter writer() {
        return writer.orElseThrow(() -> new IllegalStateException("the database is open to read only"));
    }

    /**
     * Returns the sequence number that a read with these options sees. The read must have retained its {@link SuperVersion}
     * before: a compaction may drop from a later one what an earlier sequence number would see.
     */
    private long sequence(ReadOptions options) {
        return options.sequence(lastSequence.get());
    }
}
