package io.narrows.storage.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.StringAppendOperator;
import org.rocksdb.TransactionLogIterator;
import org.rocksdb.WriteOptions;

/** Compares RocksDB's batches with ours, made from the same changes. */
class RocksBatchTest {
    private static final int CHANGES = 2000;

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final List<ColumnFamily> families = new ArrayList<>();
    private final StringAppendOperator append = new StringAppendOperator();
    private final DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    private final ColumnFamilyOptions familyOptions = new ColumnFamilyOptions().setMergeOperator(append);
    private final WriteOptions writing = new WriteOptions();
    private RocksDB db;

    @BeforeEach
    void open() throws RocksDBException {
        db = RocksDB.open(
                options,
                folder.toString(),
                List.of(
                        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions),
                        new ColumnFamilyDescriptor("second".getBytes(StandardCharsets.UTF_8), familyOptions)),
                handles);
        for (ColumnFamilyHandle handle : handles) {
            families.add(new ColumnFamily(handle.getID(), new String(handle.getName(), StandardCharsets.UTF_8)));
        }
    }

    @AfterEach
    void close() {
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
        writing.close();
        familyOptions.close();
        options.close();
        append.close();
    }

    @Test
    void record_isRocksDbs_byteForByte() throws RocksDBException {
        Random random = seeded("bytes");
        WriteBatch ours = new WriteBatch();
        try (org.rocksdb.WriteBatch theirs = new org.rocksdb.WriteBatch()) {
            for (int i = 0; i < CHANGES; i++) {
                change(random, ours, theirs);
            }

            assertThat(ours.record()).isEqualTo(Slice.of(theirs.data()));
            assertThat(ours.count()).isEqualTo(theirs.count());
        }
    }

    @Test
    void record_writtenByRocksDb_givesTheSameRows() throws RocksDBException {
        Random random = seeded("rows");
        WriteBatch ours = new WriteBatch();
        try (org.rocksdb.WriteBatch theirs = new org.rocksdb.WriteBatch()) {
            for (int i = 0; i < CHANGES; i++) {
                change(random, ours, theirs);
            }
            db.write(writing, theirs);
        }
        List<String> expected = rows();
        for (ColumnFamilyHandle handle : handles) {
            db.deleteRange(handle, new byte[0], new byte[] {(byte) 0xff});
        }
        assertThat(rows()).isEmpty();

        try (org.rocksdb.WriteBatch written =
                new org.rocksdb.WriteBatch(ours.record().toByteArray())) {
            db.write(writing, written);
        }

        assertThat(expected).isNotEmpty();
        assertThat(rows()).isEqualTo(expected);
    }

    @Test
    void forEach_whatRocksDbsLogHas() throws RocksDBException, IOException {
        byte[] key = {1};
        byte[] value = {2};
        try (org.rocksdb.WriteBatch batch = new org.rocksdb.WriteBatch()) {
            batch.put(handles.get(0), key, value);
            batch.putLogData(new byte[] {9, 9});
            batch.merge(handles.get(0), key, value);
            batch.merge(handles.get(1), key, value);
            batch.singleDelete(handles.get(1), key);
            batch.deleteRange(handles.get(1), key, value);
            db.write(writing, batch);
        }
        db.delete(handles.get(0), key);

        try (TransactionLogIterator log = db.getUpdatesSince(1)) {
            List<String> rows = new ArrayList<>();
            for (; log.isValid(); log.next()) {
                TransactionLogIterator.BatchResult result = log.getBatch();
                Slice record = Slice.of(result.writeBatch().data());
                assertThat(BatchRecord.header(record).sequence()).isEqualTo(result.sequenceNumber());
                rows.addAll(BatchRows.of(record));
            }

            assertThat(rows)
                    .containsExactly(
                            "1: PUT 0 01=02",
                            "2: MERGE 0 01=02",
                            "3: MERGE 1 01=02",
                            "4: SINGLE_DELETE 1 01=",
                            "5: RANGE_DELETE 1 01-02",
                            "6: DELETE 0 01=");
        }
    }

    /** A single deletion gets its own key, because its effect is only defined for a key that was put once. */
    private void change(Random random, WriteBatch ours, org.rocksdb.WriteBatch theirs) throws RocksDBException {
        int index = random.nextInt(handles.size());
        ColumnFamilyHandle handle = handles.get(index);
        ColumnFamily family = families.get(index);
        byte[] key = key(random);
        switch (random.nextInt(8)) {
            case 0 -> {
                ours.delete(family, key);
                theirs.delete(handle, key);
            }
            case 1 -> {
                byte[] once = {'s', (byte) (ours.count() >> 8), (byte) ours.count()};
                ours.put(family, once, key).singleDelete(family, once);
                theirs.put(handle, once, key);
                theirs.singleDelete(handle, once);
            }
            case 2 -> {
                byte[] begin = Arrays.copyOf(key, key.length - 1);
                ours.deleteRange(family, begin, key);
                theirs.deleteRange(handle, begin, key);
            }
            default -> {
                byte[] value = new byte[random.nextInt(300)];
                random.nextBytes(value);
                ours.put(family, key, value);
                theirs.put(handle, key, value);
            }
        }
    }

    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (ColumnFamilyHandle handle : handles) {
            try (RocksIterator iterator = db.newIterator(handle)) {
                for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                    rows.add(handle.getID() + ": " + Slice.of(iterator.key()) + "=" + Slice.of(iterator.value()));
                }
            }
        }
        return rows;
    }

    /** Returns one of a few keys. */
    private static byte[] key(Random random) {
        byte[] key = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) ('a' + random.nextInt(8));
        }
        return key;
    }

    private static Random seeded(String what) {
        return new Random(Seed.of("RocksBatchTest, " + what));
    }
}
