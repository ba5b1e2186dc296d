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
 *
 * <p>Every method with a {@link ColumnFamily} throws {@link IllegalArgumentException} if the family is from another database or was
 * dropped. Reads throw {@link IOException} if a file cannot be read, and {@link io.narrows.storage.sst.CorruptTableException} if
 * it is damaged. Methods that change or copy the database throw {@link IllegalStateException} if it is open read-only; those that
 * write, flush or compact throw {@link WritesStoppedException} once background work has failed, until {@link #resume}.
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
     *
     * @throws IOException if it does not exist, is damaged, or uses a feature that is not supported; the message names the file
     */
    public static Db openReadOnly(Path directory, DbOptions options) throws IOException {
        return DbOpener.toRead(directory, options);
    }

    /**
     * Returns the names of a database's families in order of creation, without opening it.
     *
     * @throws IOException if the directory has no database, or its MANIFEST cannot be read
     */
    public static List<String> columnFamilies(Path directory) throws IOException {
        return DbState.read(directory).families().values().stream()
                .map(family -> family.name())
                .toList();
    }

    public ColumnFamily defaultFamily() {
        return ColumnFamily.DEFAULT;
    }

    /** Returns the family of a name; empty if there is none. */
    public Optional<ColumnFamily> family(String name) {
        return families.named(name).map(Family::handle);
    }

    /** Returns the families in order of creation. */
    public List<ColumnFamily> families() {
        return families.all().stream().map(Family::handle).toList();
    }

    /**
     * Creates a family. It is on disk when this returns.
     *
     * @throws IllegalArgumentException if a family of that name exists
     */
    public ColumnFamily createFamily(String name, FamilyOptions options) throws IOException {
        return writer().create(name, options);
    }

    /**
     * Removes a family with all its data. Open iterators remain usable.
     *
     * @throws IllegalArgumentException also if it is the default family
     */
    public void dropFamily(ColumnFamily family) throws IOException {
        writer().drop(families.of(family));
    }

    /** Writes a value with {@link WriteOptions#DEFAULT}, as {@link #write} does. */
    public void put(ColumnFamily family, byte[] key, byte[] value) throws IOException {
        put(family, key, value, WriteOptions.DEFAULT);
    }

    /** Writes a value, as {@link #write} does. */
    public void put(ColumnFamily family, byte[] key, byte[] value, WriteOptions options) throws IOException {
        write(new WriteBatch().put(family, key, value), options);
    }

    /** Deletes a key, if it exists, with {@link WriteOptions#DEFAULT}, as {@link #write} does. */
    public void delete(ColumnFamily family, byte[] key) throws IOException {
        delete(family, key, WriteOptions.DEFAULT);
    }

    /** Deletes a key, if it exists, as {@link #write} does. */
    public void delete(ColumnFamily family, byte[] key, WriteOptions options) throws IOException {
        write(new WriteBatch().delete(family, key), options);
    }

    /** Deletes all keys from {@code begin}, inclusive, to {@code end}, exclusive. */
    public void deleteRange(ColumnFamily family, byte[] begin, byte[] end) throws IOException {
        write(new WriteBatch().deleteRange(family, begin, end), WriteOptions.DEFAULT);
    }

    /**
     * Applies a batch atomically. Waits while memtables, files of level 0 or bytes pending compaction exceed the limits of {@link
     * FamilyOptions}. Readers see the batch once this has returned.
     *
     * @throws IllegalArgumentException if the batch names a family that does not exist, or has an entry that is too large; if it
     *     is to be synced, but the database writes no log
     * @throws IllegalStateException if the database is open read-only or closed, or is closed while the write waits
     * @throws WritesStoppedException if background work has failed
     * @throws IOException if the log cannot be written; writes then stop until the database is reopened
     */
    public void write(WriteBatch batch, WriteOptions options) throws IOException {
        writer().write(batch, options);
    }

    /** Returns the current value of a key; empty if it has none. */
    public Optional<byte[]> get(ColumnFamily family, byte[] key) throws IOException {
        return get(family, key, ReadOptions.DEFAULT);
    }

    /** Returns the value of a key, now or at the snapshot of the options; empty if it has none. The bounds are ignored. */
    public Optional<byte[]> get(ColumnFamily family, byte[] key, ReadOptions options) throws IOException {
        SuperVersion view = families.of(family).retain();
        try {
            return view.get(Slice.of(key), sequence(options));
        } finally {
            view.release();
        }
    }

    /** Returns the values of many keys in the order of the keys, all as of one moment; empty for keys without a value. */
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
     * Returns an iterator over the family as it is now or was at the snapshot, within the bounds of the options. It keeps the files
     * that it reads: close it soon, and before the database. Not thread-safe.
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

    /** Returns the database as it is now, for {@link ReadOptions#at}. Compactions keep what it sees until it is closed. */
    public Snapshot snapshot() {
        return snapshots.take(lastSequence::get);
    }

    /**
     * Flushes the family's memtables to files, and returns once they are on disk. If the database writes no log, those of all
     * families are flushed with them.
     *
     * @throws WritesStoppedException if this flush or other background work has failed
     */
    public void flush(ColumnFamily family) throws IOException {
        writer().flush(List.of(families.of(family)));
    }

    /** Flushes the memtables of all families, like {@link #flush(ColumnFamily)}. */
    public void flush() throws IOException {
        writer().flush(families.all());
    }

    /**
     * Returns once the flushes that are running or due are done, without starting any.
     *
     * @throws WritesStoppedException if one of them or other background work has failed
     */
    public void awaitFlushes() throws IOException {
        writer().awaitFlushes();
    }

    /** Compacts the whole family into its last level and rewrites that level with its current codec. Returns once that is done. */
    public void compact(ColumnFamily family) throws IOException {
        compactRange(family, null, null);
    }

    /**
     * Compacts the files that may contain keys of a range, after a flush of the family. Returns once that is done.
     *
     * @param begin the first key, null for no lower bound
     * @param end the last key, null for no upper bound
     */
    public void compactRange(ColumnFamily family, byte @Nullable [] begin, byte @Nullable [] end) throws IOException {
        writer().compact(families.of(family), sliceOrNull(begin), sliceOrNull(end), false);
    }

    /**
     * Compacts the files that may contain keys of a range that does not include its end, like {@link #compactRange}.
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
     * {@linkplain FamilyOptions#compactionFilter compaction filter} now drops more. Returns at once.
     */
    public void scheduleCompactions() {
        writer().scheduleCompactions();
    }

    /**
     * Returns once a family has no more files that its compaction filter would shrink enough, also of those that become so
     * meanwhile. They are compacted one at a time, in turn with other compactions if these are due.
     *
     * @param givenUp ends the wait; checked after each {@link #scheduleCompactions}, under a lock, so it must not block
     * @throws WritesStoppedException if background work has failed
     */
    public void awaitFiltered(ColumnFamily family, BooleanSupplier givenUp) throws IOException {
        writer().awaitFiltered(families.of(family), givenUp);
    }

    /**
     * Returns once there is nothing left to flush or compact and no write is in progress.
     *
     * @throws WritesStoppedException if background work has failed
     */
    public void awaitCompactions() throws IOException {
        writer().awaitIdle();
    }

    /**
     * Creates a copy of the database's current state in a new directory, with hard links to its files where possible. Writes
     * continue meanwhile. The copy is complete and on disk once this returns.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the target exists, or is left over from an unfinished checkpoint
     */
    public void checkpoint(Path target) throws IOException {
        writer().checkpoint(target);
    }

    /** Captures the current state between two writes: the first step of a two-step {@link #checkpoint}. Close the result. */
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

    /** Changes the options of a family from now on; existing files change when they are compacted. The options are not stored. */
    public void setOptions(ColumnFamily family, FamilyOptions options) {
        writer().setOptions(families.of(family), options);
    }

    /** Returns the options of a family that are in force. */
    public FamilyOptions options(ColumnFamily family) {
        return families.of(family).options();
    }

    /**
     * Returns state and counters. The counters of a database that is open read-only are 0.
     *
     * @throws IOException if the properties of a file cannot be read
     */
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

    /** Returns the properties of the files of a family; memtables have none. */
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
     * Refuses writes that wait, e.g. because flushes are behind, and later writes that would have to wait, with
     * {@link IllegalStateException}. Writes that have room still succeed. To be called before work that precedes
     * {@link #close} and that a waiting write would delay.
     */
    public void refuseWaitingWrites() {
        writer().refuseWaiting();
    }

    /**
     * Ends background work and closes all files. Writes that wait, e.g. because flushes are behind, are refused with
     * {@link IllegalStateException}; no other call may be in progress, and all iterators must be closed. Closing again has no effect.
     *
     * @throws IOException if a last flush fails, or a file cannot be closed
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
