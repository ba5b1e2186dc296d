package io.narrows.storage.db.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteOptions;

/** RocksDB features that are not supported are rejected by name instead of being misread. */
class UnreadableDirectoriesTest {
    private static final Slice KEY = Slice.of("key");

    @TempDir
    Path folder;

    private Path directory;

    @BeforeAll
    static void load() {
        RocksDB.loadLibrary();
    }

    @Test
    void blobFiles() throws IOException {
        filled(RocksSetup.SMALL.family("enable_blob_files", "true"));

        assertRefused("blob files");
    }

    @Test
    void otherOrderOfKeys() throws IOException {
        filled(RocksSetup.SMALL.family("comparator", "rocksdb.ReverseBytewiseComparator"));

        assertRefused("rocksdb.ReverseBytewiseComparator", "leveldb.BytewiseComparator");
    }

    @Test
    void moreLevels() throws IOException {
        filled(RocksSetup.SMALL.family("num_levels", "9"));

        assertRefused("level 8");
    }

    /** The log is in another directory, and has entries that are in no file. */
    @Test
    void logElsewhere() throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        filled(RocksSetup.SMALL.database("wal_dir", logs.toString()));

        assertRefused(".log");
    }

    @Test
    void preparedTransaction() throws RocksDBException {
        directory = folder.resolve("database");
        try (Options options = new Options().setCreateIfMissing(true);
                TransactionDBOptions transactions = new TransactionDBOptions();
                TransactionDB database = TransactionDB.open(options, transactions, directory.toString());
                WriteOptions write = new WriteOptions();
                Transaction transaction = database.beginTransaction(write)) {
            transaction.setName("first");
            transaction.put(bytes("key"), bytes("value"));
            transaction.prepare();
            transaction.commit();
        }

        assertRefused("two-phase");
    }

    /** Without a prepared state its batches are ordinary ones. */
    @Test
    void committedTransaction_isRead() throws IOException, RocksDBException {
        directory = folder.resolve("database");
        try (Options options = new Options().setCreateIfMissing(true);
                TransactionDBOptions transactions = new TransactionDBOptions();
                TransactionDB database = TransactionDB.open(options, transactions, directory.toString());
                WriteOptions write = new WriteOptions();
                Transaction transaction = database.beginTransaction(write)) {
            transaction.put(bytes("key"), bytes("value"));
            transaction.commit();
        }

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.DEFAULTS)) {
            assertThat(ours.get("default", KEY)).contains(Slice.of("value"));
        }
    }

    private void filled(RocksSetup setup) throws IOException {
        directory = folder.resolve("database");
        try (RocksStore store = RocksStore.open(directory, setup)) {
            store.write(List.of(new Change.Put("default", KEY, Slice.of("value"))));
            store.flush();
            store.compact();
            store.write(List.of(new Change.Put("default", KEY, Slice.of("newer"))));
        }
    }

    private void assertRefused(CharSequence... words) {
        assertThatThrownBy(() -> NarrowsStore.openReadOnly(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(words);
        assertThatThrownBy(() -> NarrowsStore.open(directory, NarrowsSetup.DEFAULTS))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(words);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
