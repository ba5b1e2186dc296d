package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main operations of a database; random ones are in the model test. */
class DbTest {
    private static final ColumnFamily F = ColumnFamily.DEFAULT;

    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String get(Db db, ColumnFamily family, String key) throws IOException {
        return db.get(family, bytes(key))
                .map(value -> new String(value, StandardCharsets.UTF_8))
                .orElse(null);
    }

    private static void put(Db db, String key, String value) throws IOException {
        db.put(F, bytes(key), bytes(value));
    }

    private static List<String> rows(Db db, ColumnFamily family, ReadOptions options) throws IOException {
        List<String> rows = new ArrayList<>();
        try (DbIterator iterator = db.iterator(family, options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                rows.add(new String(iterator.key().toByteArray(), StandardCharsets.UTF_8) + "="
                        + new String(iterator.value().toByteArray(), StandardCharsets.UTF_8));
            }
        }
        return rows;
    }

    private Db open() throws IOException {
        return Db.open(directory, DbOptions.defaults());
    }

    @Test
    void get_inMemory() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
            put(db, "a", "2");
            put(db, "b", "3");
            db.delete(F, bytes("b"));

            assertThat(get(db, F, "a")).isEqualTo("2");
            assertThat(get(db, F, "b")).isNull();
            assertThat(get(db, F, "c")).isNull();
        }
    }

    @Test
    void open_again_withoutFlush() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
            db.deleteRange(F, bytes("x"), bytes("z"));
        }

        try (Db db = open()) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1");
            put(db, "y", "2");
        }
        try (Db db = open()) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1", "y=2");
        }
    }

    @Test
    void flush_movesToFiles() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");

            db.flush();

            assertThat(db.statistics().families().get(0).files()).isEqualTo(1);
            assertThat(get(db, F, "a")).isEqualTo("1");
        }
    }

    @Test
    void compact_keepsRows() throws IOException {
        try (Db db = open()) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 1000; i++) {
                    put(db, "key%04d".formatted(i), "value" + round);
                }
                db.flush();
            }
            db.deleteRange(F, bytes("key0100"), bytes("key0200"));

            db.compact(F);

            assertThat(rows(db, F, ReadOptions.DEFAULT)).hasSize(900).contains("key0000=value2", "key0200=value2");
            assertThat(get(db, F, "key0150")).isNull();
            assertThat(db.statistics().families().get(0).levels().get(6).files())
                    .isEqualTo(1);
        }
    }

    @Test
    void snapshot_seesWhatWas() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
            try (Snapshot before = db.snapshot()) {
                put(db, "a", "2");
                db.deleteRange(F, bytes("a"), bytes("b"));
                db.compact(F);

                assertThat(rows(db, F, ReadOptions.at(before))).containsExactly("a=1");
                assertThat(rows(db, F, ReadOptions.DEFAULT)).isEmpty();
            }
        }
    }

    @Test
    void iterator_withinBounds() throws IOException {
        try (Db db = open()) {
            for (String key : List.of("a", "b", "c", "d")) {
                put(db, key, "1");
            }

            assertThat(rows(db, F, ReadOptions.DEFAULT.between(bytes("b"), bytes("d"))))
                    .containsExactly("b=1", "c=1");
        }
    }

    @Test
    void write_overFamilies_allOrNothing() throws IOException {
        ColumnFamily other;
        try (Db db = open()) {
            other = db.createFamily("other", FamilyOptions.DEFAULT);
            db.write(
                    new WriteBatch().put(F, bytes("a"), bytes("1")).put(other, bytes("a"), bytes("2")),
                    WriteOptions.SYNC);
        }

        try (Db db = open()) {
            assertThat(get(db, F, "a")).isEqualTo("1");
            assertThat(get(db, db.family("other").orElseThrow(), "a")).isEqualTo("2");
            assertThat(db.families()).containsExactly(F, other);
        }
    }

    @Test
    void dropFamily_isGone() throws IOException {
        try (Db db = open()) {
            ColumnFamily other = db.createFamily("other", FamilyOptions.DEFAULT);
            db.put(other, bytes("a"), bytes("1"));
            db.flush();

            db.dropFamily(other);

            assertThatThrownBy(() -> db.put(other, bytes("a"), bytes("2")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("id 1");
            assertThat(db.family("other")).isEmpty();
        }
        try (Db db = open()) {
            assertThat(db.families()).containsExactly(F);
            assertThat(db.createFamily("other", FamilyOptions.DEFAULT).id()).isEqualTo(2);
        }
    }

    @Test
    void checkpoint_isAnIndependentDatabase() throws IOException {
        Path copy = directory.resolveSibling(directory.getFileName() + "-copy");
        try (Db db = open()) {
            put(db, "a", "1");
            db.flush();
            put(db, "b", "2");

            db.checkpoint(copy);

            put(db, "c", "3");
        }
        try (Db db = Db.open(copy, DbOptions.defaults().withCreateIfMissing(false))) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1", "b=2");
        }
    }

    @Test
    void openReadOnly_changesNothing() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
        }
        List<String> before = names();

        try (Db db = Db.openReadOnly(directory, DbOptions.defaults())) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1");
            assertThatThrownBy(() -> put(db, "b", "2")).isInstanceOf(IllegalStateException.class);
        }
        assertThat(names()).isEqualTo(before);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void open_twice_isRefused() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");

            assertThatThrownBy(this::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("already open in this process");
        }
    }

    @Test
    void multiGet_inOrder() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
            put(db, "c", "3");

            List<Optional<byte[]>> values =
                    db.multiGet(F, List.of(bytes("c"), bytes("b"), bytes("a")), ReadOptions.DEFAULT);

            assertThat(values.get(0)).hasValue(bytes("3"));
            assertThat(values.get(1)).isEmpty();
            assertThat(values.get(2)).hasValue(bytes("1"));
        }
    }

    @Test
    void resume_withoutAnError_losesNothing() throws IOException {
        try (Db db = open()) {
            put(db, "a", "1");
            db.flush();

            db.resume();
            db.resume();

            db.put(F, bytes("b"), bytes("2"), WriteOptions.SYNC);
        }
        try (Db db = open()) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1", "b=2");
        }
    }

    @Test
    void read_ofADroppedFamily_isRefused() throws IOException {
        try (Db db = open()) {
            ColumnFamily other = db.createFamily("other", FamilyOptions.DEFAULT);
            db.put(other, bytes("a"), bytes("1"));
            db.dropFamily(other);

            assertThatThrownBy(() -> db.get(other, bytes("a"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> db.iterator(other, ReadOptions.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> db.dropFamily(other)).isInstanceOf(IllegalArgumentException.class);
            put(db, "b", "2");
            assertThat(get(db, F, "b")).isEqualTo("2");
        }
    }

    @Test
    void close_again_doesNothingToWhoHasOpenedIt() throws IOException {
        Db first = open();
        first.close();

        try (Db second = open()) {
            first.close();

            assertThatThrownBy(this::open).hasMessageContaining("already open in this process");
            put(second, "a", "1");
        }
    }

    @Test
    void checkpoint_hasWhatIsInNoLog() throws IOException {
        Path copy = directory.resolveSibling(directory.getFileName() + "-unlogged");
        try (Db db = open()) {
            db.put(F, bytes("a"), bytes("1"), new WriteOptions(false, true));

            db.checkpoint(copy);
        }
        try (Db db = Db.open(copy, DbOptions.defaults())) {
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("a=1");
        }
    }

    @Test
    void deleteRange_manyThatOverlap_areFlushedAndReplayed() throws IOException {
        int count = 20_000;
        try (Db db = open()) {
            WriteBatch batch = new WriteBatch();
            for (int i = 1; i <= count; i++) {
                batch.deleteRange(F, bytes("a"), bytes("k%06d".formatted(i)));
            }
            db.write(batch, WriteOptions.DEFAULT);
            put(db, "b", "1");
        }
        try (Db db = open()) {
            db.compact(F);

            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("b=1");
        }
    }

    @Test
    void open_logMissing_pointInTime_hasWhatCameBefore() throws IOException {
        ColumnFamily other;
        try (Db db = open()) {
            other = db.createFamily("other", FamilyOptions.DEFAULT);
            db.put(other, bytes("a"), bytes("1"));
            put(db, "b", "2");
            db.flush(F);
            put(db, "c", "3");
        }
        List<String> logs =
                names().stream().filter(name -> name.endsWith(".log")).toList();
        assertThat(logs).hasSize(2);
        Files.delete(directory.resolve(logs.get(1)));

        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining(logs.get(1));
        try (Db db = Db.open(directory, DbOptions.defaults().withWalRecovery(WalRecovery.POINT_IN_TIME))) {
            assertThat(rows(db, other, ReadOptions.DEFAULT)).containsExactly("a=1");
            assertThat(rows(db, F, ReadOptions.DEFAULT)).containsExactly("b=2");
        }
    }

    @Test
    void open_logMissing_thatOthersGoOnFrom_isRefusedPointInTimeToo() throws IOException {
        try (Db db = open()) {
            ColumnFamily other = db.createFamily("other", FamilyOptions.DEFAULT);
            db.put(other, bytes("a"), bytes("1"));
            put(db, "b", "2");
            db.flush(F);
            put(db, "c", "3");
        }
        String first = names().stream()
                .filter(name -> name.endsWith(".log"))
                .findFirst()
                .orElseThrow();
        Files.delete(directory.resolve(first));

        assertThatThrownBy(() -> Db.open(directory, DbOptions.defaults().withWalRecovery(WalRecovery.POINT_IN_TIME)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(first)
                .hasMessageContaining("later writes");
    }

    @Test
    void options_thatCouldNotBeFlushed_areRefused() {
        assertThatThrownBy(() -> FamilyOptions.DEFAULT.withTable(
                        FamilyOptions.DEFAULT.table().withIngestion(true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table.ingestion");
        assertThatThrownBy(() -> FamilyOptions.DEFAULT.withWriteBufferSize(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("writeBufferSize 1 (expected: 65536-17179869184)");
    }
}
