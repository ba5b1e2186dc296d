package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.Faults;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that are interrupted during a force, which succeeds or fails. */
class InterruptedForceTest {
    private static final byte[] VALUE = {7};

    @TempDir
    Path folder;

    private ForgetfulFileSystem disk;
    private Faults faults;
    private Path directory;

    @BeforeEach
    void wrap() throws IOException {
        disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
        faults = disk.faults();
        directory = disk.directory().resolve("db");
    }

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void succeeded_writesGoOnAndSurvive() throws IOException {
        try (Db db = open(directory)) {
            faults.interruptAt(Operation.FORCE, 1);

            put(db, 1);
            boolean kept = Thread.interrupted();
            put(db, 2);

            assertThat(kept).isTrue();
            disk.writeRemains(folder.resolve("remains"), 1, Damage.TAILS);
        }
        try (Db db = open(folder.resolve("remains/db"))) {
            assertThat(db.get(ColumnFamily.DEFAULT, new byte[] {1})).isPresent();
            assertThat(db.get(ColumnFamily.DEFAULT, new byte[] {2})).isPresent();
        }
    }

    @Test
    void failed_writeIsRefusedAndWritesStop() throws IOException {
        try (Db db = open(directory)) {
            faults.failAt(Operation.FORCE, 1);
            faults.interruptAt(Operation.FORCE, 1);

            assertThatThrownBy(() -> put(db, 1)).isInstanceOf(IOException.class).hasMessageContaining("made to fail");

            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> put(db, 2)).isInstanceOf(WritesStoppedException.class);
        }
    }

    @Test
    void interruptedTwice_writeIsRefusedAndWritesStop() throws IOException {
        try (Db db = open(directory)) {
            faults.failAt(Operation.FORCE, 1);
            faults.interruptAt(Operation.FORCE, 1);
            faults.interruptAt(Operation.FORCE, 2);

            assertThatThrownBy(() -> put(db, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("interrupted twice");

            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> put(db, 2)).isInstanceOf(WritesStoppedException.class);
        }
    }

    @Test
    void failedDirectory_isReported() {
        faults.failAt(Operation.FORCE_DIRECTORY, 1);
        faults.interruptAt(Operation.FORCE_DIRECTORY, 1);

        assertThatThrownBy(() -> InterruptSafeFile.forceDirectory(disk.directory()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("made to fail");
    }

    private static Db open(Path directory) throws IOException {
        return Db.open(directory, DbOptions.defaults());
    }

    private static void put(Db db, int key) throws IOException {
        db.put(ColumnFamily.DEFAULT, new byte[] {(byte) key}, VALUE, WriteOptions.SYNC);
    }
}
