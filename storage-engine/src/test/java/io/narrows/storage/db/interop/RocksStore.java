package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** A directory opened by rocksdbjni with all its families. */
public final class RocksStore implements Store {
    private final Path directory;
    private final DBOptions databaseOptions;
    private final ColumnFamilyOptions familyOptions;
    private final Map<String, ColumnFamilyHandle> handles = new TreeMap<>();
    private final RocksDB database;

    private RocksStore(Path directory, RocksSetup setup, boolean readOnly) throws RocksDBException {
        this.directory = directory;
        databaseOptions = setup.databaseOptions().setCreateIfMissing(!Files.exists(directory.resolve("CURRENT")));
        familyOptions = setup.familyOptions();
        List<ColumnFamilyDescriptor> families = descriptors(directory);
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        database = readOnly
                ? RocksDB.openReadOnly(databaseOptions, directory.toString(), families, opened)
                : RocksDB.open(databaseOptions, directory.toString(), families, opened);
        for (ColumnFamilyHandle handle : opened) {
            handles.put(text(handle.getName()), handle);
        }
    }

    /** Opens a database, and creates it if necessary. */
    public static RocksStore open(Path directory, RocksSetup setup) throws IOException {
        try {
            return new RocksStore(directory, setup, false);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not open " + directory + ": " + e.getMessage(), e);
        }
    }

    public static RocksStore openReadOnly(Path directory) throws IOException {
        try {
            return new RocksStore(directory, RocksSetup.DEFAULTS, true);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not open " + directory + " to read: " + e.getMessage(), e);
        }
    }

    private List<ColumnFamilyDescriptor> descriptors(Path directory) throws RocksDBException {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        try (Options options = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
                descriptors.add(new ColumnFamilyDescriptor(name, familyOptions));
            }
        }
        if (descriptors.isEmpty()) {
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions));
        }
        return descriptors;
    }

    /** Returns the database itself, for features that only RocksDB has. */
    RocksDB database() {
        return database;
    }

    ColumnFamilyHandle handle(String family) {
        return handles.get(family);
    }

    @Override
    public void createFamily(String name) throws IOException {
        attempt(() ->
                handles.put(name, database.createColumnFamily(new ColumnFamilyDescriptor(bytes(name), familyOptions))));
    }

    @Override
    public void dropFamily(String name) throws IOException {
        try (ColumnFamilyHandle handle = handles.remove(name)) {
            attempt(() -> database.dropColumnFamily(handle));
        }
    }

    @Override
    public void write(List<Change> batch) throws IOException {
        attempt(() -> {
            try (WriteBatch changes = new WriteBatch();
                    WriteOptions options = new WriteOptions()) {
                for (Change change : batch) {
                    add(changes, change);
                }
                database.write(options, changes);
            }
        });
    }

    private void add(WriteBatch batch, Change change) throws RocksDBException {
        ColumnFamilyHandle handle = handles.get(change.family());
        if (change instanceof Change.Put put) {
            batch.put(handle, put.key().toByteArray(), put.value().toByteArray());
        } else if (change instanceof Change.Delete delete) {
            batch.delete(handle, delete.key().toByteArray());
        } else if (change instanceof Change.SingleDelete delete) {
            batch.singleDelete(handle, delete.key().toByteArray());
        } else if (change instanceof Change.DeleteRange range) {
            batch.deleteRange(handle, range.begin().toByteArray(), range.end().toByteArray());
        }
    }

    @Override
    public void flush() throws IOException {
        attempt(() -> {
            try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
                database.flush(options, List.copyOf(handles.values()));
            }
        });
    }

    @Override
    public void compact() throws IOException {
        attempt(() -> {
            try (CompactRangeOptions options = new CompactRangeOptions()) {
                for (ColumnFamilyHandle handle : handles.values()) {
                    database.compactRange(handle, null, null, options);
                }
            }
        });
    }

    @Override
    public Closeable hold() {
        Snapshot snapshot = database.getSnapshot();
        return () -> database.releaseSnapshot(snapshot);
    }

    @Override
    public void ingest(String family, Path file) throws IOException {
        attempt(() -> {
            try (IngestExternalFileOptions options = new IngestExternalFileOptions()) {
                database.ingestExternalFile(handles.get(family), List.of(file.toString()), options);
            }
        });
    }

    @Override
    public Path copyTo(Path target) throws IOException {
        attempt(database::pauseBackgroundWork);
        try {
            return DirectoryCopy.of(directory, target);
        } finally {
            attempt(database::continueBackgroundWork);
        }
    }

    /** Reads every block of every file. */
    void verifyChecksums() throws IOException {
        attempt(database::verifyChecksum);
    }

    @Override
    public Map<String, List<Row>> rows() throws IOException {
        return walk(RocksStore::forwards);
    }

    @Override
    public Map<String, List<Row>> rowsBackwards() throws IOException {
        return walk(RocksStore::backwards);
    }

    private Map<String, List<Row>> walk(Walk walk) throws IOException {
        Map<String, List<Row>> all = new TreeMap<>();
        for (Map.Entry<String, ColumnFamilyHandle> family : handles.entrySet()) {
            attempt(() -> {
                try (RocksIterator iterator = database.newIterator(family.getValue())) {
                    all.put(family.getKey(), walk.rows(iterator));
                    iterator.status();
                }
            });
        }
        return all;
    }

    private static List<Row> forwards(RocksIterator iterator) {
        List<Row> rows = new ArrayList<>();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            rows.add(Row.of(iterator.key(), iterator.value()));
        }
        return rows;
    }

    private static List<Row> backwards(RocksIterator iterator) {
        List<Row> rows = new ArrayList<>();
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            rows.add(Row.of(iterator.key(), iterator.value()));
        }
        Collections.reverse(rows);
        return rows;
    }

    @Override
    public Optional<Slice> get(String family, Slice key) throws IOException {
        List<Slice> found = new ArrayList<>();
        attempt(() -> {
            byte[] value = database.get(handles.get(family), key.toByteArray());
            if (value != null) {
                found.add(Slice.of(value));
            }
        });
        return found.stream().findFirst();
    }

    @Override
    public void close() throws IOException {
        handles.values().forEach(ColumnFamilyHandle::close);
        attempt(database::closeE);
        familyOptions.close();
        databaseOptions.close();
    }

    private static void attempt(Attempt attempt) throws IOException {
        try {
            attempt.run();
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }

    private interface Attempt {
        void run() throws RocksDBException;
    }

    private interface Walk {
        List<Row> rows(RocksIterator iterator);
    }
}
