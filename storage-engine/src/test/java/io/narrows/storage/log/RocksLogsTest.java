package io.narrows.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Reads logs of a RocksDB that was not closed: every write is found, and our writer produces the same bytes. */
class RocksLogsTest {
    private static final int WRITES = 400;

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    @Test
    void logOfARocksDb_isReadAndWrittenTheSame() throws IOException, RocksDBException {
        Path log = youngestLog(fill(new Properties(), 0));

        LogContent content = LogContent.of(log, number(log));

        assertThat(sequences(content)).isEqualTo(ascending(1, WRITES));
        assertThat(content.tail().isTorn()).isFalse();
        byte[] ours = Records.log(folder.resolve("ours.log"), content.records());
        assertThat(ours).isEqualTo(Arrays.copyOf(Files.readAllBytes(log), (int)
                content.tail().tornAt()));
    }

    /** In recycled files, old records follow the new ones. */
    @Test
    void logsForUseAgain_areReadToTheirOwnEnd() throws IOException, RocksDBException {
        Properties properties = new Properties();
        properties.setProperty("recycle_log_file_num", "2");
        Path log = youngestLog(fill(properties, 5));

        LogContent content = LogContent.of(log, number(log));

        assertThat(content.damage()).isNull();
        assertThat(sequences(content)).isEqualTo(ascending(5 * WRITES + 1, WRITES));
        int type = Files.readAllBytes(log)[6];
        assertThat(RecordType.isRecyclable(type)).isTrue();
    }

    @Test
    void compressedLog_isRead() throws IOException, RocksDBException {
        Properties properties = new Properties();
        properties.setProperty("wal_compression", "kZSTD");
        Path log = youngestLog(fill(properties, 0));

        assertThat(Files.readAllBytes(log)[6]).isEqualTo((byte) RecordType.COMPRESSION);
        assertThat(sequences(LogContent.of(log, number(log)))).isEqualTo(ascending(1, WRITES));
    }

    @Test
    void logThatTellsOfTheOneBefore_isRead() throws IOException, RocksDBException {
        Properties properties = new Properties();
        properties.setProperty("track_and_verify_wals", "true");
        Path log = youngestLog(fill(properties, 1));

        try (LogReader reader = LogReader.open(log, number(log))) {
            assertThat(reader.next()).isNotNull();
            assertThat(reader.predecessor().orElseThrow().lastSequence()).isEqualTo(WRITES);
            assertThat(reader.predecessor().orElseThrow().number()).isLessThan(number(log));
        }
    }

    /** Writes several rounds and flushes all but the last; returns a copy of the logs as a crash would leave them. */
    private Path fill(Properties properties, int flushedRounds) throws IOException, RocksDBException {
        Path directory = Files.createDirectory(folder.resolve("database"));
        Path copy = Files.createDirectory(folder.resolve("copy"));
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (DBOptions options = options(properties);
                RocksDB database = RocksDB.open(
                        options,
                        directory.toString(),
                        List.of(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY)),
                        families);
                WriteOptions write = new WriteOptions();
                FlushOptions flush = new FlushOptions()) {
            for (int round = 0; round < flushedRounds; round++) {
                put(database, write);
                database.flush(flush);
            }
            put(database, write);
            try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*.log")) {
                for (Path log : logs) {
                    Files.copy(log, copy.resolve(log.getFileName()));
                }
            }
            families.forEach(ColumnFamilyHandle::close);
        }
        return copy;
    }

    private static DBOptions options(Properties properties) {
        DBOptions options = properties.isEmpty() ? new DBOptions() : DBOptions.getDBOptionsFromProps(properties);
        return options.setCreateIfMissing(true);
    }

    /** Values have many lengths, so that records end anywhere in a block and some cross blocks. */
    private static void put(RocksDB database, WriteOptions write) throws RocksDBException {
        Random random = new Random(3);
        for (int i = 0; i < WRITES; i++) {
            byte[] value = new byte[i % 50 == 0 ? 100_000 : random.nextInt(2_000)];
            random.nextBytes(value);
            database.put(write, "key-%05d".formatted(i).getBytes(StandardCharsets.UTF_8), value);
        }
    }

    /** Returns the newest log: RocksDB may keep older ones for a while. */
    private static Path youngestLog(Path directory) throws IOException {
        List<Path> logs = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(logs::add);
        }
        return logs.stream().max(Path::compareTo).orElseThrow();
    }

    private static long number(Path log) {
        return Long.parseLong(log.getFileName().toString().replace(".log", ""));
    }

    /** Returns the first sequence number of each batch. */
    private static List<Long> sequences(LogContent content) {
        return content.records().stream().map(RocksLogsTest::sequence).toList();
    }

    private static long sequence(Slice record) {
        return ByteBuffer.wrap(record.array(), record.offset(), record.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    private static List<Long> ascending(long first, int count) {
        return LongStream.range(first, first + count).boxed().toList();
    }
}
