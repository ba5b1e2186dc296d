package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** RocksDB ingests our files and reads them. */
class IngestionTest {
    private static final List<Row> ROWS = Rows.some(400);
    private static final byte[] OLDER = "older".getBytes(StandardCharsets.UTF_8);

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    private Path file;
    private Path directory;

    @BeforeEach
    void places() {
        file = folder.resolve("ours.sst");
        directory = folder.resolve("database");
    }

    static List<OurTable> tables() {
        return OurTable.forIngestion();
    }

    /** The database has older values of all keys, and of keys between them, which the file may delete. */
    @ParameterizedTest
    @MethodSource("tables")
    void ingestedTable_hidesWhatIsOlder(OurTable table) throws IOException, RocksDBException {
        table.write(file, ROWS);

        try (Options options = options();
                RocksDB database = RocksDB.open(options, directory.toString())) {
            putOlderValues(database);
            ingest(database);
            assertAnswers(database, table);
            database.compactRange();
            assertAnswers(database, table);
        }
        try (Options options = options();
                RocksDB reopened = RocksDB.open(options, directory.toString())) {
            assertAnswers(reopened, table);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void filterOfIngestedTable_isAsked(OurTable table) throws IOException, RocksDBException {
        table.write(file, ROWS);

        try (Statistics statistics = new Statistics();
                Options options = options().setStatistics(statistics);
                RocksDB database = RocksDB.open(options, directory.toString())) {
            ingest(database);
            for (int i = 0; i + 1 < ROWS.size(); i++) {
                assertThat(database.get(Rows.absent(i).toByteArray())).isNull();
            }
            assertThat(statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL))
                    .isGreaterThan(ROWS.size() * 9L / 10);
            for (Row row : ROWS) {
                assertThat(database.get(row.key().toByteArray())).isNotNull();
            }
            assertThat(statistics.getTickerCount(TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE))
                    .isEqualTo(ROWS.size());
        }
    }

    private static Options options() {
        return new Options()
                .setCreateIfMissing(true)
                .setTableFormatConfig(new BlockBasedTableConfig().setFilterPolicy(new BloomFilter(10, false)));
    }

    private static void putOlderValues(RocksDB database) throws RocksDBException {
        for (int i = 0; i < ROWS.size(); i++) {
            database.put(ROWS.get(i).key().toByteArray(), OLDER);
            database.put(Rows.absent(i).toByteArray(), OLDER);
        }
    }

    private void ingest(RocksDB database) throws RocksDBException {
        try (IngestExternalFileOptions ingestion = new IngestExternalFileOptions()) {
            database.ingestExternalFile(List.of(file.toString()), ingestion);
        }
    }

    private static void assertAnswers(RocksDB database, OurTable table) throws RocksDBException {
        for (int i = 0; i < ROWS.size(); i++) {
            Slice between = Rows.absent(i);
            boolean deleted = table.deleted().stream().anyMatch(range -> contains(range, between));

            assertThat(get(database, ROWS.get(i).key())).contains(ROWS.get(i).value());
            assertThat(get(database, between)).isEqualTo(deleted ? Optional.empty() : Optional.of(Slice.of(OLDER)));
        }
    }

    private static boolean contains(RangeTombstone range, Slice key) {
        return range.begin().compareTo(key) <= 0 && key.compareTo(range.end()) < 0;
    }

    private static Optional<Slice> get(RocksDB database, Slice key) throws RocksDBException {
        return Optional.ofNullable(database.get(key.toByteArray())).map(Slice::of);
    }
}
