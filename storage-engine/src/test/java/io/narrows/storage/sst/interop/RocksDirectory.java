package io.narrows.storage.sst.interop;

import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.StringAppendOperator;

/**
 * A RocksDB database whose only file has content that an SstFileWriter cannot write: many versions of a key, deletes of each
 * kind, merges, deleted ranges. A snapshot after each operation keeps RocksDB from dropping overwritten entries.
 */
final class RocksDirectory implements AutoCloseable {
    private static final int KEYS = 40;

    private final RocksDB database;
    private final List<VersionedRow> rows = new ArrayList<>();
    private final List<RangeTombstone> tombstones = new ArrayList<>();

    private RocksDirectory(RocksDB database) {
        this.database = database;
    }

    /** @param options options of the table; changed so that nothing is compacted */
    static RocksDirectory fill(Path folder, Options options, Random random, int operations) throws RocksDBException {
        try (StringAppendOperator merge = new StringAppendOperator()) {
            options.setMergeOperator(merge).setDisableAutoCompactions(true);
            RocksDirectory directory = new RocksDirectory(RocksDB.open(options, folder.toString()));
            directory.fill(random, operations);
            return directory;
        }
    }

    private void fill(Random random, int operations) throws RocksDBException {
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            apply(random);
            snapshots.add(database.getSnapshot());
        }
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            database.flush(flush);
        }
        snapshots.forEach(database::releaseSnapshot);
        rows.sort(VersionedRow.ORDER);
    }

    private void apply(Random random) throws RocksDBException {
        int number = random.nextInt(KEYS);
        byte[] key = key(number);
        byte[] value = "value-%d;"
                .formatted(random.nextInt(10))
                .repeat(random.nextInt(20))
                .getBytes();
        switch (random.nextInt(10)) {
            case 0 -> {
                database.delete(key);
                add(key, EntryType.DELETE, new byte[0]);
            }
            case 1 -> {
                database.singleDelete(key);
                add(key, EntryType.SINGLE_DELETE, new byte[0]);
            }
            case 2, 3 -> {
                database.merge(key, value);
                add(key, EntryType.MERGE, value);
            }
            case 4 -> {
                byte[] end = key(number + 1 + random.nextInt(KEYS));
                database.deleteRange(key, end);
                tombstones.add(new RangeTombstone(Slice.of(key), Slice.of(end), database.getLatestSequenceNumber()));
            }
            default -> {
                database.put(key, value);
                add(key, EntryType.PUT, value);
            }
        }
    }

    private void add(byte[] key, EntryType type, byte[] value) {
        rows.add(new VersionedRow(Slice.of(key), database.getLatestSequenceNumber(), type, Slice.of(value)));
    }

    private static byte[] key(int number) {
        return "key-%03d".formatted(number).getBytes();
    }

    /** Returns the only file. */
    Path file() {
        List<LiveFileMetaData> files = database.getLiveFilesMetaData();
        if (files.size() != 1) {
            throw new IllegalStateException(files.size() + " files (expected: 1)");
        }
        return Path.of(files.get(0).path(), files.get(0).fileName());
    }

    /** Returns all written rows in file order. */
    List<VersionedRow> rows() {
        return rows;
    }

    /** Returns all deleted ranges. */
    List<RangeTombstone> tombstones() {
        return tombstones;
    }

    @Override
    public void close() {
        database.close();
    }
}
