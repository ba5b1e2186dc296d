package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.sst.TableProperties;
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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A database: sorted key-value pairs in column families. RocksDB can open its directory, and it can open RocksDB's.
 * Once a write has returned, it survives a crash of the process; a write with {@link WriteOptions#SYNC} also survives a
 * crash of the machine. Without {@linkplain DbOptions#withOwnLog its own log}, a write survives either once it is flushed.
 * Thread-safe.
 *
 * <p>A key and its value may total at most 2^28 bytes. Keys are ordered by their unsigned bytes.
 */
public final class Db implements Closeable {
    private final Families families;
    private final Snapshots snapshots;
    private final AtomicLong lastSequence;
    private final Tables tables;
    private final Statistics statistics;
    private final Optional<DbWriter> writer;
    private boolean closed;

    /** @param writer empty if the database is open read-only */
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
     * Opens a database for reading and writing, and creates it if the options allow that.
     *
     * @throws IOException if it is damaged, uses a feature that is not supported, or is already open elsewhere. The message
     *     names the file, and nothing has been changed
     * @throws IllegalArgumentException if a family of the options does not exist and is not to be created
     */
    public static Db open(Path directory, DbOptions options) throws IOException {
        return DbOpener.toWrite(directory, options);
    }

    /**
     * Opens the current state of a database read-only. The directory is not touched and may be open elsewhere for
     * writing; reads can then fail on files which that writer deletes.
     */
    public static Db openReadOnly(Path directory, DbOptions options) throws IOException {
        return DbOpener.toRead(directory, options);
    }

    /** Returns the names of a database's families, without opening it. */
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

    /** Returns the families in order of creation. */
    public List<ColumnFamily> families() {
        return families.all().stream().map(Family::handle).toList();
    }

    /** @throws IllegalArgumentException if a family of that name exists */
    public ColumnFamily createFamily(String name, FamilyOptions options) throws IOException {
        return writer().create(name, options);
    }

    /**
     * Removes a family with all its data. Open iterators remain usable.
     *
     * @throws IllegalArgumentException if it is the default family or does not exist
     */
    public void dropFamily(ColumnFamily family) throws IOException {
        writer().drop(families.of(family));
    }

    public void put(ColumnFamily family, byte[] key, byte[] value) throws IOException {
        put(family, key, value, WriteOptions.DEFAULT);
    }

    /** @throws WritesStoppedException if background work has failed */
    public void put(ColumnFamily family, byte[] key, byte[] value, WriteOptions options) throws IOException {
        write(new WriteBatch().put(family, key, value), options);
    }

    public void delete(ColumnFamily family, byte[] key) throws IOException {
        delete(family, key, WriteOptions.DEFAULT);
    }

    public void delete(ColumnFamily family, byte[] key, WriteOptions options) throws IOException {
        write(new WriteBatch().delete(family, key), options);
    }

    /** Deletes all keys from {@code begin}, inclusive, to {@code end}, exclusive. */
    public void deleteRange(ColumnFamily family, byte[] begin, byte[] end) throws IOException {
        write(new WriteBatch().deleteRange(family, begin, end), WriteOptions.DEFAULT);
    }

    /**
     * Applies a batch atomically.
     *
     * @throws IllegalArgumentException if the batch names a family that does not exist, or has an entry that is too large; if it
     *     is to be synced, but the database writes no log
     * @throws WritesStoppedException if background work has failed
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

    /** Returns the values of many keys in the order of the keys, all as of one moment. */
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

    /**
     * Returns an iterator over the family as it is now or was at the snapshot. Close it before the database. Not
     * thread-safe.
     */
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

    /**
     * Flushes the family's memtables to files, and returns once they are on disk. If the database writes no log, those of all
     * families are flushed with them.
     */
    public void flush(ColumnFamily family) throws IOException {
        writer().flush(List.of(families.of(family)));
    }

    /** Flushes the memtables of all families. */
    public void flush() throws IOException {
        writer().flush(families.all());
    }

    /** Returns once the flushes that are running or due are done, without starting any. */
    public void awaitFlushes() throws IOException {
        writer().awaitFlushes();
    }

    /** Compacts the whole family into its last level and rewrites that level with its current codec. */
    public void compact(ColumnFamily family) throws IOException {
        compactRange(family, null, null);
    }

    /**
     * Compacts the files that may contain keys of a range.
     *
     * @param begin the first key, null for no lower bound
     * @param end the last key, null for no upper bound
     */
    public void compactRange(ColumnFamily family, byte @Nullable [] begin, byte @Nullable [] end) throws IOException {
        writer().compact(families.of(family), sliceOrNull(begin), sliceOrNull(end), false);
    }

    /**
     * Compacts the files that may contain keys of a range that does not include its end.
     *
     * @param begin the first key, null for no lower bound
     * @param end the key after the range, null for no upper bound
     */
    public void compactBefore(ColumnFamily family, byte @Nullable [] begin, byte @Nullable [] end) throws IOException {
        writer().compact(families.of(family), sliceOrNull(begin), sliceOrNull(end), true);
    }

    private static @Nullable Slice sliceOrNull(byte @Nullable [] key) {
        return key == null ? null : Slice.of(key);
    }

    /**
     * Starts compactions that have become due although nothing was written, because a
     * {@linkplain FamilyOptions#compactionFilter compaction filter} now drops more.
     */
    public void scheduleCompactions() {
        writer().scheduleCompactions();
    }

    /**
     * Returns once a family has no more files that its compaction filter would shrink by half, also of those that become so
     * meanwhile. They are compacted one at a time, in turn with other compactions if these are due.
     *
     * @param givenUp ends the wait; checked after each {@link #scheduleCompactions}
     */
    public void awaitFiltered(ColumnFamily family, BooleanSupplier givenUp) throws IOException {
        writer().awaitFiltered(families.of(family), givenUp);
    }

    /** Returns once there is nothing left to flush or compact and no write is in progress. */
    public void awaitCompactions() throws IOException {
        writer().awaitIdle();
    }

    /**
     * Creates a copy of the database's current state in a new directory, with hard links to its files where possible.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     */
    public void checkpoint(Path target) throws IOException {
        writer().checkpoint(target);
    }

    /** Captures the current state between two writes: the first step of a two-step {@link #checkpoint}. */
    public PendingCheckpoint beginCheckpoint() throws IOException {
        return writer().beginCheckpoint();
    }

    /** Adds copies of files, see {@link #ingest(ColumnFamily, List, IngestOptions)}. */
    public void ingest(ColumnFamily family, List<Path> files) throws IOException {
        ingest(family, files, IngestOptions.DEFAULT);
    }

    /**
     * Adds SST files written for ingestion, as with {@link io.narrows.storage.sst.TableOptions#withIngestion}. Their
     * entries are newer than all others in the family. Either all files are added durably, or none.
     *
     * @throws IllegalArgumentException if files overlap each other, or were not written for ingestion
     * @throws io.narrows.storage.sst.CorruptTableException if a file is damaged; each one is read completely first
     * @throws WritesStoppedException if background work has failed
     */
    public void ingest(ColumnFamily family, List<Path> files, IngestOptions options) throws IOException {
        writer().ingest(families.of(family), files, options);
    }

    /** Changes the options of a family from now on; existing files change when they are compacted. */
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

    /** Returns the number of entries in the files of a family, obsolete ones and deletions included. */
    public long fileEntries(ColumnFamily family) throws IOException {
        return fileProperties(family).stream()
                .mapToLong(TableProperties::entries)
                .sum();
    }

    /** Returns the properties of the files of a family. */
    public List<TableProperties> fileProperties(ColumnFamily family) throws IOException {
        SuperVersion view = families.of(family).retain();
        try {
            return view.fileProperties();
        } finally {
            view.release();
        }
    }

    /** Returns the failure that stopped writes, if any. */
    public Optional<Throwable> backgroundError() {
        return writer.flatMap(DbWriter::backgroundError);
    }

    /**
     * Resumes writes after a failed flush, compaction or MANIFEST change, once its cause is fixed. Flushes all
     * memtables.
     *
     * @throws IOException if it fails again, or writing the log had failed, in which case the database must be reopened;
     *     writes stay stopped
     */
    public void resume() throws IOException {
        writer().resume();
    }

    /**
     * Ends background work and closes all files. No call may be in progress, and all iterators must be closed. Closing
     * again has no effect.
     */
    @Override
    public void close() throws IOException {
        close(DbWriter::close);
    }

    /**
     * Closes a database that is to be deleted: like {@link #close}, but without flushing. Writes that are in no log are lost.
     */
    public void discard() throws IOException {
        close(DbWriter::discard);
    }

    private interface Ending {
        void of(DbWriter writer) throws IOException;
    }

    private synchronized void close(Ending ending) throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (tables) {
            if (writer.isPresent()) {
                ending.of(writer.get());
            }
        }
    }

    /** @throws IllegalStateException if the database was opened read-only */
    private DbWriter writer() {
        return writer.orElseThrow(() -> new IllegalStateException("the database is open read-only"));
    }

    /**
     * Returns the sequence number that a read with these options sees. The read must already have retained its
     * {@link SuperVersion}: a compaction may drop entries from a later one that an earlier sequence number would see.
     */
    private long sequence(ReadOptions options) {
        return options.sequence(lastSequence.get());
    }
}
