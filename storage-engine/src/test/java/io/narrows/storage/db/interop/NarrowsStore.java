package io.narrows.storage.db.interop;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.sst.rows.Row;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A directory opened by our engine. */
public final class NarrowsStore implements Store {
    private final Path directory;
    private final NarrowsSetup setup;
    private final Db database;

    private NarrowsStore(Path directory, NarrowsSetup setup, Db database) {
        this.directory = directory;
        this.setup = setup;
        this.database = database;
    }

    /** Opens a database, and creates it if necessary. */
    public static NarrowsStore open(Path directory, NarrowsSetup setup) throws IOException {
        return new NarrowsStore(directory, setup, Db.open(directory, setup.options()));
    }

    public static NarrowsStore openReadOnly(Path directory) throws IOException {
        NarrowsSetup setup = NarrowsSetup.DEFAULTS;
        return new NarrowsStore(directory, setup, Db.openReadOnly(directory, setup.options()));
    }

    /** Returns the database itself, for features that only ours has. */
    Db database() {
        return database;
    }

    ColumnFamily family(String name) {
        return database.family(name).orElseThrow();
    }

    @Override
    public void createFamily(String name) throws IOException {
        database.createFamily(name, setup.family());
    }

    @Override
    public void dropFamily(String name) throws IOException {
        database.dropFamily(family(name));
    }

    @Override
    public void write(List<Change> batch) throws IOException {
        WriteBatch changes = new WriteBatch();
        batch.forEach(change -> add(changes, change));
        database.write(changes, WriteOptions.DEFAULT);
    }

    private void add(WriteBatch batch, Change change) {
        ColumnFamily family = family(change.family());
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

    @Override
    public void flush() throws IOException {
        database.flush();
    }

    @Override
    public void compact() throws IOException {
        for (ColumnFamily family : database.families()) {
            database.compact(family);
        }
    }

    @Override
    public Closeable hold() {
        return database.snapshot()::close;
    }

    @Override
    public void ingest(String family, Path file) throws IOException {
        database.ingest(family(family), List.of(file));
    }

    @Override
    public Path copyTo(Path target) throws IOException {
        database.awaitCompactions();
        return DirectoryCopy.of(directory, target);
    }

    @Override
    public Map<String, List<Row>> rows() throws IOException {
        return walk(NarrowsStore::forwards);
    }

    @Override
    public Map<String, List<Row>> rowsBackwards() throws IOException {
        return walk(NarrowsStore::backwards);
    }

    private Map<String, List<Row>> walk(Walk walk) throws IOException {
        Map<String, List<Row>> all = new TreeMap<>();
        for (ColumnFamily family : database.families()) {
            try (DbIterator iterator = database.iterator(family, ReadOptions.DEFAULT)) {
                all.put(family.name(), walk.rows(iterator));
            }
        }
        return all;
    }

    private static List<Row> forwards(DbIterator iterator) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            rows.add(row(iterator));
        }
        return rows;
    }

    private static List<Row> backwards(DbIterator iterator) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            rows.add(row(iterator));
        }
        Collections.reverse(rows);
        return rows;
    }

    private static Row row(DbIterator iterator) {
        return Row.of(iterator.key().toByteArray(), iterator.value().toByteArray());
    }

    @Override
    public Optional<Slice> get(String family, Slice key) throws IOException {
        return database.get(family(family), key.toByteArray()).map(Slice::of);
    }

    @Override
    public void close() throws IOException {
        database.close();
    }

    private interface Walk {
        List<Row> rows(DbIterator iterator) throws IOException;
    }
}
