package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** A store backed by RocksDB. */
public final class RocksStore implements Store {
    static {
        RocksDB.loadLibrary();
    }

    private final RocksDB database;
    private final Map<String, ColumnFamilyHandle> handles;
    private final StoreOptions options;
    private final List<AutoCloseable> owned;

    private RocksStore(
            RocksDB database,
            Map<String, ColumnFamilyHandle> handles,
            StoreOptions options,
            List<AutoCloseable> owned) {
        this.database = database;
        this.handles = handles;
        this.options = options;
        this.owned = owned;
    }

    /** Opens a database with all its families, or creates it. */
    public static RocksStore open(Path directory, StoreOptions options) throws IOException {
        return open(directory, options, false);
    }

    public static RocksStore openReadOnly(Path directory) throws IOException {
        return open(directory, StoreOptions.SMALL, true);
    }

    private static RocksStore open(Path directory, StoreOptions options, boolean readOnly) throws IOException {
        List<AutoCloseable> owned = new ArrayList<>();
        try {
            ColumnFamilyOptions family = RocksOptions.of(options, owned);
            DBOptions all = new DBOptions().setCreateIfMissing(!readOnly);
            owned.add(all);
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            for (String name : familiesOf(directory)) {
                descriptors.add(new ColumnFamilyDescriptor(name.getBytes(), family));
            }
            List<ColumnFamilyHandle> opened = new ArrayList<>();
            RocksDB database = readOnly
                    ? RocksDB.openReadOnly(all, directory.toString(), descriptors, opened)
                    : RocksDB.open(all, directory.toString(), descriptors, opened);
            Map<String, ColumnFamilyHandle> handles = new TreeMap<>();
            for (ColumnFamilyHandle handle : opened) {
                handles.put(new String(handle.getName()), handle);
            }
            return new RocksStore(database, handles, options, owned);
        } catch (RocksDBException e) {
            close(owned);
            throw new IOException(directory + ": " + e.getMessage(), e);
        }
    }

    private static Set<String> familiesOf(Path directory) throws RocksDBException {
        Set<String> names = new TreeSet<>(Set.of(DEFAULT));
        try (Options listing = new Options()) {
            RocksDB.listColumnFamilies(listing, directory.toString()).forEach(name -> names.add(new String(name)));
        }
        return names;
    }

    /** A call to RocksDB. */
    interface Call<T> {
        T run() throws RocksDBException;
    }

    static <T> T call(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Closes native objects, the last one first. */
    static void close(List<AutoCloseable> owned) {
        Collections.reverse(owned);
        for (AutoCloseable part : owned) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException("closing " + part, e);
            }
        }
    }

    @Override
    public void write(List<Change> changes, boolean sync) throws IOException {
        call(() -> {
            try (WriteBatch batch = new WriteBatch();
                    WriteOptions writer = new WriteOptions().setSync(sync)) {
                for (Change change : changes) {
                    add(change, batch, handles.get(change.family()));
                }
                database.write(writer, batch);
                return null;
            }
        });
    }

    private static void add(Change change, WriteBatch batch, ColumnFamilyHandle family) throws RocksDBException {
        if (change instanceof Change.Put put) {
            batch.put(family, put.key().toByteArray(), put.value().toByteArray());
        } else if (change instanceof Change.Delete delete) {
            batch.delete(family, delete.key().toByteArray());
        } else if (change instanceof Change.SingleDelete delete) {
            batch.singleDelete(family, delete.key().toByteArray());
        } else if (change instanceof Change.DeleteRange range) {
            batch.deleteRange(family, range.begin().toByteArray(), range.end().toByteArray());
        }
    }

    @Override
    public Optional<Slice> get(String family, Slice key) throws IOException {
        try (ReadOptions reading = new ReadOptions()) {
            return get(family, key, reading);
        }
    }

    private Optional<Slice> get(String family, Slice key, ReadOptions reading) throws IOException {
        byte[] value = call(() -> database.get(handles.get(family), reading, key.toByteArray()));
        return Optional.ofNullable(value).map(Slice::of);
    }

    @Override
    public List<Optional<Slice>> multiGet(String family, List<Slice> keys) throws IOException {
        try (ReadOptions reading = new ReadOptions()) {
            return multiGet(family, keys, reading);
        }
    }

    private List<Optional<Slice>> multiGet(String family, List<Slice> keys, ReadOptions reading) throws IOException {
        List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), handles.get(family));
        List<byte[]> bytes = keys.stream().map(Slice::toByteArray).toList();
        return call(() -> database.multiGetAsList(reading, families, bytes)).stream()
                .map(value -> Optional.ofNullable(value).map(Slice::of))
                .toList();
    }

    @Override
    public Cursor cursor(String family, Slice lower, Slice upper) {
        return cursor(family, lower, upper, new ReadOptions());
    }

    private Cursor cursor(String family, Slice lower, Slice upper, ReadOptions reading) {
        List<AutoCloseable> parts = new ArrayList<>();
        parts.add(reading);
        if (lower != null) {
            org.rocksdb.Slice bound = new org.rocksdb.Slice(lower.toByteArray());
            parts.add(bound);
            reading.setIterateLowerBound(bound);
        }
        if (upper != null) {
            org.rocksdb.Slice bound = new org.rocksdb.Slice(upper.toByteArray());
            parts.add(bound);
            reading.setIterateUpperBound(bound);
        }
        return new RocksCursor(database.newIterator(handles.get(family), reading), parts);
    }

    @Override
    public View snapshot() {
        Snapshot snapshot = database.getSnapshot();
        return new View() {
            @Override
            public Optional<Slice> get(String family, Slice key) throws IOException {
                try (ReadOptions reading = reading()) {
                    return RocksStore.this.get(family, key, reading);
                }
            }

            @Override
            public List<Optional<Slice>> multiGet(String family, List<Slice> keys) throws IOException {
                try (ReadOptions reading = reading()) {
                    return RocksStore.this.multiGet(family, keys, reading);
                }
            }

            @Override
            public Cursor cursor(String family, Slice lower, Slice upper) {
                return RocksStore.this.cursor(family, lower, upper, reading());
            }

            @Override
            public void close() {
                database.releaseSnapshot(snapshot);
            }

            private ReadOptions reading() {
                return new ReadOptions().setSnapshot(snapshot);
            }
        };
    }

    @Override
    public Set<String> families() {
        return Set.copyOf(handles.keySet());
    }

    @Override
    public void createFamily(String name) throws IOException {
        ColumnFamilyOptions family = RocksOptions.of(options, owned);
        handles.put(name, call(() -> database.createColumnFamily(new ColumnFamilyDescriptor(name.getBytes(), family))));
    }

    @Override
    public void dropFamily(String name) throws IOException {
        try (ColumnFamilyHandle handle = handles.remove(name)) {
            call(() -> {
                database.dropColumnFamily(handle);
                return null;
            });
        }
    }

    @Override
    public void flush(String family) throws IOException {
        call(() -> {
            try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
                database.flush(waiting, handles.get(family));
                return null;
            }
        });
    }

    @Override
    public void compact(String family, Slice begin, Slice end) throws IOException {
        call(() -> {
            byte[] from = begin == null ? null : begin.toByteArray();
            byte[] to = end == null ? null : end.toByteArray();
            database.compactRange(handles.get(family), from, to);
            return null;
        });
    }

    @Override
    public void ingest(String family, List<Path> files, boolean move) throws IOException {
        call(() -> {
            try (IngestExternalFileOptions options = new IngestExternalFileOptions()) {
                options.setMoveFiles(move);
                database.ingestExternalFile(
                        handles.get(family), files.stream().map(Path::toString).toList(), options);
                return null;
            }
        });
    }

    @Override
    public void checkpoint(Path target) throws IOException {
        call(() -> {
            try (Checkpoint checkpoint = Checkpoint.create(database)) {
                checkpoint.createCheckpoint(target.toString());
                return null;
            }
        });
    }

    /** Does nothing: the options change when the database is next opened. */
    @Override
    public void change(String family, StoreOptions changed) {}

    @Override
    public void close() throws IOException {
        handles.values().forEach(ColumnFamilyHandle::close);
        call(() -> {
            database.closeE();
            return null;
        });
        close(owned);
    }
}
