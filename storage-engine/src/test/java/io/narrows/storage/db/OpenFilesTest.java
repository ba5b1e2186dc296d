package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SST files that a database has open, counted by the kernel. */
class OpenFilesTest {
    private static final int FILES = 12;
    private static final int MOST = 3;

    @TempDir
    Path folder;

    @Test
    void all_everyFileThatWasReadStaysOpen() throws IOException {
        try (Db db = filled(DbOptions.defaults())) {
            readAll(db);

            assertThat(openFiles()).isEqualTo(FILES);
        }
    }

    @Test
    void bounded_fewStayOpenAndIteratorsGoOn() throws IOException {
        try (Db db = filled(DbOptions.defaults().withMaxOpenFiles(MOST))) {
            try (DbIterator iterator = db.iterator(ColumnFamily.DEFAULT, ReadOptions.DEFAULT)) {
                iterator.seekToFirst();
                readAll(db);

                int rows = 0;
                for (; iterator.isValid(); iterator.next()) {
                    assertThat(iterator.key()).isEqualTo(Slice.of(new byte[] {(byte) rows}));
                    rows++;
                }
                assertThat(rows).isEqualTo(FILES);
            }

            assertThat(openFiles()).isEqualTo(MOST);
        }
    }

    @Test
    void bounded_statisticsOpenNoFileAgain() throws IOException {
        try (Db db = filled(DbOptions.defaults().withMaxOpenFiles(MOST))) {
            readAll(db);

            assertThat(db.statistics()
                            .families()
                            .get(0)
                            .levels()
                            .get(0)
                            .codecs()
                            .get(0)
                            .files())
                    .isEqualTo(FILES);
            assertThat(openFiles()).isEqualTo(MOST);
        }
    }

    @Test
    void numberOutOfRange_isRefused() {
        assertThatThrownBy(() -> DbOptions.defaults().withMaxOpenFiles(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxOpenFiles 0 (expected: at least 1, or -1)");
    }

    private Db filled(DbOptions options) throws IOException {
        FamilyOptions uncompacted = FamilyOptions.DEFAULT
                .withLevel0Limits(20 * FILES, 30 * FILES)
                .withLevels(FamilyOptions.DEFAULT.levels().withLevel0FileNumCompactionTrigger(10 * FILES));
        Db db = Db.open(folder, options.withOtherFamilies(uncompacted));
        for (int i = 0; i < FILES; i++) {
            db.put(ColumnFamily.DEFAULT, new byte[] {(byte) i}, new byte[] {1});
            db.flush();
        }
        return db;
    }

    private static void readAll(Db db) throws IOException {
        for (int i = 0; i < FILES; i++) {
            assertThat(db.get(ColumnFamily.DEFAULT, new byte[] {(byte) i})).isPresent();
        }
    }

    private long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(this::isTable).count();
        }
    }

    private boolean isTable(Path descriptor) {
        try {
            Path file = Files.readSymbolicLink(descriptor);
            return file.startsWith(folder) && file.toString().endsWith(".sst");
        } catch (IOException e) {
            return false; // closed in the meantime, like the descriptor of the listing itself
        }
    }
}
