package io.narrows.storage.db.model;

import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.IngestOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.Snapshot;
import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A store backed by a {@link Db}. */
public final class EngineStore implements Store {
    private static final Codecs CODECS = Codecs.load();
    private static final long LEAST_WRITE_BUFFER = 64 << 10;

    /** Stores with a smaller cache keep few files open. */
    private static final long SMALL_CACHE = 64 << 10;

    private final Db database;
    private final FamilyOptions newFamilies;
    private final boolean ownLog;

    private EngineStore(Db database, FamilyOptions newFamilies, boolean ownLog) {
        this.database = database;
        this.newFamilies = newFamilies;
        this.ownLog = ownLog;
    }

    /** Opens or creates a database. */
    public static EngineStore open(Path directory, StoreOptions options) throws IOException {
        return open(directory, options, WalRecovery.REFUSE_DAMAGE);
    }

    public static EngineStore open(Path directory, StoreOptions options, WalRecovery recovery) throws IOException {
        FamilyOptions family = family(options);
        return new EngineStore(Db.open(directory, database(options, family).withWalRecovery(recovery)), family, true);
    }

    /** Opens or creates a database, and writes to it without a log; synced writes are flushed. */
    public static EngineStore openUnlogged(Path directory, StoreOptions options) throws IOException {
        FamilyOptions family = family(options);
        return new EngineStore(Db.open(directory, database(options, family).withOwnLog(false)), family, false);
    }

    public static EngineStore openReadOnly(Path directory, StoreOptions options) throws IOException {
        FamilyOptions family = family(options);
        return new EngineStore(Db.openReadOnly(directory, database(options, family)), family, true);
    }

    private static DbOptions database(StoreOptions options, FamilyOptions family) {
        return DbOptions.defaults()
                .withOtherFamilies(family)
                .withCompressionThreads(options.compressionThreads())
                .withBlockCacheBytes(options.cacheBytes())
                .withMaxOpenFiles(options.cacheBytes() < SMALL_CACHE ? 2 : -1)
                .withCodecs(CODECS);
    }

    private static FamilyOptions family(StoreOptions options) {
        FamilyOptions family = FamilyOptions.DEFAULT
                .withLevel0Limits(options.level0Trigger() + 20, options.level0Trigger() + 40)
                .withTable(options.table())
                .withCompressionPerLevel(options.perLevel())
                .withWriteBufferSize(Math.max(LEAST_WRITE_BUFFER, options.writeBuffer()))
                .withLevels(LevelOptions.DEFAULT
                        .withLevel0FileNumCompactionTrigger(options.level0Trigger())
                        .withTargetFileSize(options.targetFile(), 1)
                        .withMaxBytesForLevel(options.baseLevel(), 4));
        return options.bottommost().map(family::withBottommostCompression).orElse(family);
    }

    private ColumnFamily handle(String family) {
        return database.family(family).orElseThrow();
    }

    @Override
    public void write(List<Change> changes, boolean sync) throws IOException {
        WriteBatch batch = new WriteBatch();
        for (Change change : changes) {
            ColumnFamily family = handle(change.family());
            if (change instanceof Change.Put put) {
                batch.put(family, put.key(), put.value());
            } else if (change instanceof Change.Delete delete) {
                batch.delete(family, delete.key());
            } else if (change instanceof Change.SingleDelete delete) {
                batch.singleDelete(family, delete.key());
            } else if (change instanceof Change.DeleteRange range) {
                batch.deleteRange(family, range.begin(), range.end());
            }
        }
        database.write(batch, sync && ownLog ? WriteOptions.SYNC : WriteOptions.DEFAULT);
        if (sync && !ownLog) {
            database.flush();
        }
    }

    @Override
    public Optional<Slice> get(String family, Slice key) throws IOException {
        return get(family, key, ReadOptions.DEFAULT);
    }

    private Optional<Slice> get(String family, Slice key, ReadOptions reading) throws IOException {
        return database.get(handle(family), key.toByteArray(), reading).map(Slice::of);
    }

    @Override
    public List<Optional<Slice>> multiGet(String family, List<Slice> keys) throws IOException {
        return multiGet(family, keys, ReadOptions.DEFAULT);
    }

    private List<Optional<Slice>> multiGet(String family, List<Slice> keys, ReadOptions reading) throws IOException {
        List<byte[]> bytes = keys.stream().map(Slice::toByteArray).toList();
        return database.multiGet(handle(family), bytes, reading).stream()
                .map(value -> value.map(Slice::of))
                .toList();
    }

    @Override
    public Cursor cursor(String family, Slice lower, Slice upper) throws IOException {
        return cursor(family, lower, upper, ReadOptions.DEFAULT);
    }

    private Cursor cursor(String family, Slice lower, Slice upper, ReadOptions reading) throws IOException {
        byte[] from = lower == null ? null : lower.toByteArray();
        byte[] to = upper == null ? null : upper.toByteArray();
        return new EngineCursor(database.iterator(handle(family), reading.between(from, to)));
    }

    @Override
    public View snapshot() {
        Snapshot snapshot = database.snapshot();
        ReadOptions reading = ReadOptions.at(snapshot);
        return new View() {
            @Override
            public Optional<Slice> get(String family, Slice key) throws IOException {
                return EngineStore.this.get(family, key, reading);
            }

            @Override
            public List<Optional<Slice>> multiGet(String family, List<Slice> keys) throws IOException {
                return EngineStore.this.multiGet(family, keys, reading);
            }

            @Override
            public Cursor cursor(String family, Slice lower, Slice upper) throws IOException {
                return EngineStore.this.cursor(family, lower, upper, reading);
            }

            @Override
            public void close() {
                snapshot.close();
            }
        };
    }

    @Override
    public Set<String> families() {
        return database.families().stream().map(ColumnFamily::name).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void createFamily(String name) throws IOException {
        database.createFamily(name, newFamilies);
    }

    @Override
    public void dropFamily(String name) throws IOException {
        database.dropFamily(handle(name));
    }

    @Override
    public void flush(String family) throws IOException {
        database.flush(handle(family));
    }

    @Override
    public void compact(String family, Slice begin, Slice end) throws IOException {
        byte[] from = begin == null ? null : begin.toByteArray();
        byte[] to = end == null ? null : end.toByteArray();
        database.compactRange(handle(family), from, to);
    }

    @Override
    public void ingest(String family, List<Path> files, boolean move) throws IOException {
        database.ingest(handle(family), files, new IngestOptions(move));
    }

    @Override
    public void checkpoint(Path target) throws IOException {
        database.checkpoint(target);
    }

    @Override
    public void change(String family, StoreOptions options) {
        database.setOptions(handle(family), family(options));
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
