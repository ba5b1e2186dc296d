package io.narrows.storage.version;

import io.narrows.storage.Slice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A RocksDB database of two families, whose files {@code ldb} can read too. */
final class RocksDatabase implements AutoCloseable {
    private static final List<String> FAMILIES = List.of("default", "second");

    static {
        RocksDB.loadLibrary();
    }

    private final DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    private final ColumnFamilyOptions familyOptions = new ColumnFamilyOptions()
            .setTableFormatConfig(new BlockBasedTableConfig().setFormatVersion(5))
            .setDisableAutoCompactions(true);
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final RocksDB database;

    RocksDatabase(Path directory) throws RocksDBException {
        List<ColumnFamilyDescriptor> descriptors = FAMILIES.stream()
                .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), familyOptions))
                .toList();
        database = RocksDB.open(options, directory.toString(), descriptors, handles);
    }

    RocksDB database() {
        return database;
    }

    /** 0 is the default family. */
    ColumnFamilyHandle family(int index) {
        return handles.get(index);
    }

    void put(int family, String key, String value) throws RocksDBException {
        database.put(family(family), key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    void deleteRange(int family, String begin, String end) throws RocksDBException {
        database.deleteRange(
                family(family), begin.getBytes(StandardCharsets.UTF_8), end.getBytes(StandardCharsets.UTF_8));
    }

    void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions()) {
            database.flush(flush, handles);
        }
    }

    SortedMap<Slice, Slice> rows(int family) {
        SortedMap<Slice, Slice> rows = new TreeMap<>();
        try (RocksIterator iterator = database.newIterator(family(family))) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                rows.put(Slice.of(iterator.key()), Slice.of(iterator.value()));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
        familyOptions.close();
        options.close();
    }
}
