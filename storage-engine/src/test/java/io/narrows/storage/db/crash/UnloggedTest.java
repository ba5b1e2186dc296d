package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.PendingCheckpoint;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests databases without a log: each batch writes its number to two families. */
class UnloggedTest {
    private static final byte[] KEY = {1};
    private static final int FILLER = 1 << 10;

    private static final DbOptions OPTIONS = DbOptions.defaults()
            .withOwnLog(false)
            .withOtherFamilies(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10))
            .withFamily("second", FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10));

    @TempDir
    private Path folder;

    @Test
    void writes_areLostInAllFamilies_untilAnyFamilyIsFlushed() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            write(db, 1);
            SmallDatabase.copy(folder.resolve("live"), folder.resolve("killed-1"));
            db.flush(second(db));
            write(db, 2);
            SmallDatabase.copy(folder.resolve("live"), folder.resolve("killed-2"));
        }

        assertThat(numbers("killed-1")).isEqualTo(List.of(0, 0));
        assertThat(numbers("killed-2")).isEqualTo(List.of(1, 1));
        assertThat(numbers("live")).as("after a close").isEqualTo(List.of(2, 2));
    }

    @Test
    void log_staysEmpty() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            write(db, 1);

            List<Path> logs = SmallDatabase.logs(folder.resolve("live"));
            assertThat(logs).hasSize(1).allMatch(log -> log.toFile().length() == 0);
            assertThat(db.statistics().writes().logBytes()).isZero();
        }
    }

    /** Otherwise a crash could leave the writes of one family without those of the other. */
    @Test
    void fullMemtable_isFlushedWithThoseOfOtherFamilies() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            int number = 0;
            while (db.statistics().flushes().flushes() < 3) {
                write(db, ++number);
                db.put(ColumnFamily.DEFAULT, new byte[] {2}, new byte[FILLER]);
            }
            SmallDatabase.copy(folder.resolve("live"), folder.resolve("killed"));

            List<Integer> numbers = numbers("killed");
            assertThat(numbers.get(0)).isPositive().isEqualTo(numbers.get(1));
        }
    }

    /** Power fails at each operation of a flush: between the files of the families, before the MANIFEST, within its record. */
    @Test
    void powerLossDuringAFlush_leavesAllFamiliesAsBeforeOrAsAfter() throws IOException {
        List<List<Integer>> outcomes = new ArrayList<>();
        boolean lost = true;
        for (int operation = 1; lost; operation++) {
            Path live = Files.createDirectory(folder.resolve("live-" + operation));
            ForgetfulFileSystem disk = ForgetfulFileSystem.over(live, operation);
            try (Db db = open(disk.directory().resolve("db"))) {
                write(db, 1);
                db.flush();
                write(db, 2);
                disk.faults().losePowerAt(operation);
                db.flush();
            } catch (IOException e) {
                // without power
            }
            lost = disk.faults().powerLost();
            for (int seed = 0; seed < 5; seed++) {
                String remains = "remains-" + operation + "-" + seed;
                disk.writeRemains(folder.resolve(remains), seed, Damage.TAILS);
                outcomes.add(numbers(remains + "/db"));
            }
        }

        assertThat(outcomes).containsOnly(List.of(1, 1), List.of(2, 2)).contains(List.of(1, 1), List.of(2, 2));
    }

    @Test
    void failedFlush_leavesNoFiles_andIsRepeatedWhenWritesResume() throws IOException {
        Path live = Files.createDirectory(folder.resolve("live"));
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(live, 1);
        Path directory = disk.directory().resolve("db");
        try (Db db = open(directory)) {
            write(db, 1);
            disk.faults().failAt(Operation.CREATE, 2); // the second family's file

            assertThatThrownBy(db::flush).isInstanceOf(WritesStoppedException.class);

            assertThat(tables(live.resolve("db"))).isEmpty();
            db.resume();
            assertThat(tables(live.resolve("db"))).hasSize(2);
        }
        assertThat(numbers("live/db")).isEqualTo(List.of(1, 1));
    }

    @Test
    void discard_flushesNothing() throws IOException {
        Db db = open(folder.resolve("live"));
        write(db, 1);
        db.flush();
        write(db, 2);

        db.discard();

        assertThatThrownBy(db::flush)
                .isInstanceOf(WritesStoppedException.class)
                .hasRootCauseMessage("the database is closed");
        assertThat(numbers("live")).isEqualTo(List.of(1, 1));
    }

    @Test
    void newDatabase_keepsItsName_andThoseOfItsNewParents() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
        try (Db db = open(disk.directory().resolve("a/b/db"))) {
            write(db, 1);
            db.flush();
            for (int seed = 0; seed < 5; seed++) {
                disk.writeRemains(folder.resolve("remains-" + seed), seed, Damage.TAILS);
            }
        }

        for (int seed = 0; seed < 5; seed++) {
            assertThat(numbers("remains-" + seed + "/a/b/db")).isEqualTo(List.of(1, 1));
        }
    }

    @Test
    void syncedWrite_isRefused() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            assertThatThrownBy(() -> db.put(ColumnFamily.DEFAULT, KEY, KEY, WriteOptions.SYNC))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sync");
            assertThat(db.get(ColumnFamily.DEFAULT, KEY)).isEmpty();
        }
    }

    @Test
    void writeAfterClose_isRefused() throws IOException {
        Db db = open(folder.resolve("live"));
        db.close();

        assertThatThrownBy(() -> db.put(ColumnFamily.DEFAULT, KEY, KEY)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void checkpoint_hasTheWritesBeforeIt_andNoLaterOnes() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            write(db, 1);
            try (PendingCheckpoint pending = db.beginCheckpoint()) {
                write(db, 2);
                db.flush();
                write(db, 3);

                pending.write(folder.resolve("copy"));
            }
        }
        assertThat(numbers("copy")).isEqualTo(List.of(1, 1));
    }

    @Test
    void checkpointThatIsGivenUp_keepsNoFiles() throws IOException {
        try (Db db = open(folder.resolve("live"))) {
            write(db, 1);
            db.beginCheckpoint().close();
            db.flush();
            write(db, 2);
            db.compact(ColumnFamily.DEFAULT);
            db.compact(second(db));

            assertThat(tables(folder.resolve("live"))).hasSize(2);
        }
    }

    @Test
    void logOfAnEarlierOpening_isReplayed() throws IOException {
        try (Db db = Db.open(folder.resolve("live"), OPTIONS.withOwnLog(true))) {
            write(db, 1);
            SmallDatabase.copy(folder.resolve("live"), folder.resolve("killed"));
        }

        assertThat(numbers("killed")).isEqualTo(List.of(1, 1));
        assertThat(SmallDatabase.logs(folder.resolve("killed")))
                .hasSize(1)
                .allMatch(log -> log.toFile().length() == 0);
    }

    /** A number must not be used twice: a snapshot or a file could then hide the later write. */
    @Test
    void sequenceNumbers_growAcrossCrashes() throws IOException {
        long before;
        try (Db db = open(folder.resolve("live"))) {
            write(db, 1);
            db.flush();
            before = db.statistics().sequence();
            write(db, 2);
            SmallDatabase.copy(folder.resolve("live"), folder.resolve("killed"));
        }

        try (Db db = open(folder.resolve("killed"))) {
            assertThat(db.statistics().sequence()).isGreaterThanOrEqualTo(before);
            write(db, 3);
            assertThat(numbers(db)).isEqualTo(List.of(3, 3));
        }
    }

    private static Db open(Path directory) throws IOException {
        return Db.open(directory, OPTIONS);
    }

    private static void write(Db db, int number) throws IOException {
        byte[] value = Integer.toString(number).getBytes();
        db.write(
                new WriteBatch().put(ColumnFamily.DEFAULT, KEY, value).put(second(db), KEY, value),
                WriteOptions.DEFAULT);
    }

    private static ColumnFamily second(Db db) {
        return db.family("second").orElseThrow();
    }

    private List<Integer> numbers(String directory) throws IOException {
        try (Db db = open(folder.resolve(directory))) {
            return numbers(db);
        }
    }

    /** Returns the last number in each family; 0 for none. */
    private static List<Integer> numbers(Db db) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        for (ColumnFamily family : List.of(ColumnFamily.DEFAULT, second(db))) {
            Optional<byte[]> value = db.get(family, KEY);
            numbers.add(value.map(bytes -> Integer.parseInt(new String(bytes))).orElse(0));
        }
        return numbers;
    }

    private static List<Path> tables(Path directory) throws IOException {
        return SmallDatabase.files(directory).stream()
                .filter(file -> file.toString().endsWith(".sst"))
                .toList();
    }
}
