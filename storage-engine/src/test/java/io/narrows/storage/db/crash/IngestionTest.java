package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.IngestOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.Faults;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are copied or moved into a database, on a disk that may fail. */
class IngestionTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int ROWS = 2000;
    private static final byte[] KEY = {1};

    @TempDir
    Path folder;

    private ForgetfulFileSystem disk;
    private Faults faults;
    private Path directory;
    private Path file;
    private Db db;

    @BeforeEach
    void open() throws IOException {
        disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
        faults = disk.faults();
        directory = disk.directory().resolve("db");
        db = Db.open(directory, DbOptions.defaults());
        file = disk.directory().resolve("outside.sst");
        try (TableWriter table = TableWriter.create(file, TableOptions.DEFAULT.withIngestion(true), CODECS)) {
            for (int i = 0; i < ROWS; i++) {
                table.put(Slice.of("key%06d".formatted(i)), Slice.of("value " + i));
            }
            table.finish();
        }
    }

    @AfterEach
    void close() throws IOException {
        db.close();
    }

    @Test
    void copied_fileStaysAndMayBeOverwritten() throws IOException {
        db.ingest(ColumnFamily.DEFAULT, List.of(file));

        Files.write(file, new byte[(int) Files.size(file)]);

        assertThat(rows(db)).isEqualTo(ROWS);
    }

    @Test
    void copied_survivesPowerLossAtOnce() throws IOException {
        db.ingest(ColumnFamily.DEFAULT, List.of(file));

        assertRemainsHaveAllRows();
    }

    @Test
    void moved_fileHasLostItsNameAndIsLinked() throws IOException {
        db.ingest(ColumnFamily.DEFAULT, List.of(file), IngestOptions.MOVE);

        assertThat(file).doesNotExist();
        assertThat(faults.operations(Operation.LINK)).isEqualTo(1);
        assertThat(rows(db)).isEqualTo(ROWS);
        assertRemainsHaveAllRows();
    }

    @Test
    void moved_whereItCannotBeLinked_isCopiedAndLosesItsName() throws IOException {
        faults.failAt(Operation.LINK, 1);

        db.ingest(ColumnFamily.DEFAULT, List.of(file), IngestOptions.MOVE);

        assertThat(file).doesNotExist();
        assertThat(rows(db)).isEqualTo(ROWS);
    }

    @Test
    void copyFails_nothingIsLeftAndWritesGoOn() throws IOException {
        faults.failAt(Operation.WRITE, 1);

        assertThatThrownBy(() -> db.ingest(ColumnFamily.DEFAULT, List.of(file))).isInstanceOf(IOException.class);

        assertThat(tables()).isZero();
        assertThat(file).exists();
        db.put(ColumnFamily.DEFAULT, KEY, KEY);
        assertThat(rows(db)).isEqualTo(1);
    }

    @Test
    void copyCannotBeForced_nothingIsLeftAndWritesGoOn() throws IOException {
        faults.failAt(Operation.FORCE, 1);

        assertThatThrownBy(() -> db.ingest(ColumnFamily.DEFAULT, List.of(file), IngestOptions.MOVE))
                .isInstanceOf(IOException.class);

        assertThat(tables()).isZero();
        assertThat(file).exists();
        db.put(ColumnFamily.DEFAULT, KEY, KEY);
        assertThat(rows(db)).isEqualTo(1);
    }

    @Test
    void manifestCannotBeForced_writesStop() throws IOException {
        faults.failAt(Operation.FORCE, 3); // after the copy and the log

        assertThatThrownBy(() -> db.ingest(ColumnFamily.DEFAULT, List.of(file), IngestOptions.MOVE))
                .isInstanceOf(IOException.class);

        assertThat(file).exists();
        assertThatThrownBy(() -> db.put(ColumnFamily.DEFAULT, KEY, KEY)).isInstanceOf(WritesStoppedException.class);
        db.resume();
        db.put(ColumnFamily.DEFAULT, KEY, KEY);
        assertThat(rows(db)).isEqualTo(1);
    }

    private void assertRemainsHaveAllRows() throws IOException {
        Path remains = folder.resolve("remains");
        disk.writeRemains(remains, 1, Damage.TAILS);
        try (Db after = Db.open(remains.resolve("db"), DbOptions.defaults())) {
            assertThat(rows(after)).isEqualTo(ROWS);
        }
    }

    private long tables() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("live/db"))) {
            return files.filter(name -> name.toString().endsWith(".sst")).count();
        }
    }

    private static int rows(Db db) throws IOException {
        int rows = 0;
        try (DbIterator iterator = db.iterator(ColumnFamily.DEFAULT, ReadOptions.DEFAULT)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                rows++;
            }
        }
        return rows;
    }
}
