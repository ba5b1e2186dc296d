package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.storage.db.Db;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads directories that RocksDB 7.8 made, using {@code ldb}. */
class LdbDirectoriesTest {
    @TempDir
    Path directory;

    private Ldb ldb;

    @BeforeEach
    void twoFamilies() throws IOException {
        ldb = new Ldb(directory);
        ldb.run("--create_if_missing", "put", "a", "old");
        ldb.run("create_column_family", "second");
        ldb.run("batchput", "a", "new", "b", "2", "c", "3", "d", "4");
        ldb.run("--column_family=second", "batchput", "x", "7", "y", "8");
        ldb.run("delete", "c");
    }

    @Test
    void logsAndFiles_areRead() throws IOException {
        assertOurs(Map.of("default", rows("a=new", "b=2", "d=4"), "second", rows("x=7", "y=8")));
    }

    @Test
    void deletedRange_isRead() throws IOException {
        ldb.run("deleterange", "b", "d");

        assertOurs(Map.of("default", rows("a=new", "d=4"), "second", rows("x=7", "y=8")));
    }

    @Test
    void compactedFamilies_areRead() throws IOException {
        ldb.run("compact");
        ldb.run("--column_family=second", "compact");

        assertOurs(Map.of("default", rows("a=new", "b=2", "d=4"), "second", rows("x=7", "y=8")));
    }

    @Test
    void droppedFamily_isGone() throws IOException {
        ldb.run("drop_column_family", "second");

        assertOurs(Map.of("default", rows("a=new", "b=2", "d=4")));
    }

    @Test
    void ourWrites_areItsToo() throws IOException {
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            ours.write(List.of(
                    new Change.Put("default", Slice.of("e"), Slice.of("5")),
                    new Change.DeleteRange("second", Slice.of("a"), Slice.of("y"))));
        }

        ldb.put("second", Slice.of("z"), Slice.of("9"));

        assertThat(ldb.rows())
                .isEqualTo(Map.of("default", rows("a=new", "b=2", "d=4", "e=5"), "second", rows("y=8", "z=9")));
        assertOurs(ldb.rows());
    }

    @Test
    void families_areListed() throws IOException {
        assertThat(Db.columnFamilies(directory)).isEqualTo(ldb.families());
    }

    private void assertOurs(Map<String, List<Row>> expected) throws IOException {
        try (NarrowsStore ours = NarrowsStore.openReadOnly(directory)) {
            assertReads(ours, expected);
        }
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertReads(ours, expected);
        }
    }

    private static List<Row> rows(String... rows) {
        return Stream.of(rows)
                .map(row -> row.split("="))
                .map(row -> new Row(Slice.of(row[0]), Slice.of(row[1])))
                .toList();
    }
}
