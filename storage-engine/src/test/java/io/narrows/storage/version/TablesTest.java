package io.narrows.storage.version;

import static io.narrows.storage.version.TableFiles.put;
import static io.narrows.storage.version.TableFiles.puts;
import static io.narrows.storage.version.TableFiles.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.FilterTally;
import io.narrows.storage.sst.TableOptions;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
    @TempDir
    Path directory;

    private final FilterTally bloom = new FilterTally();
    private Tables tables;
    private TableFiles files;

    @BeforeEach
    void open() {
        tables = new Tables(directory, TableFiles.CODECS, BlockCache.ofBytes(0), bloom, Tables.ALL);
        files = new TableFiles(directory, TableOptions.DEFAULT);
    }

    @AfterEach
    void close() throws IOException {
        tables.close();
    }

    @Test
    void file_isOpenedOnce() throws IOException {
        FileMetadata file = files.write(7, puts(3, "a", "b"), List.of());

        Table table = tables.open(file);
        assertThat(tables.open(file)).isSameAs(table);
        assertThat(table.file()).isSameAs(file);
        assertThat(tables.memoryBytes()).isPositive().isEqualTo(table.reader().memoryBytes());
    }

    @Test
    void file_isOpenedOnceByManyThreads() throws Exception {
        FileMetadata file = files.write(7, puts(3, "a", "b"), List.of());
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Table>> opening = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                opening.add(() -> tables.open(file));
            }

            for (Future<Table> table : threads.invokeAll(opening)) {
                assertThat(table.get()).isSameAs(tables.open(file));
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void evictedFile_isClosedAndReopened() throws IOException {
        FileMetadata file = files.write(7, puts(3, "a"), List.of());
        Table table = tables.open(file);

        tables.evict(7);
        tables.evict(7);
        assertThat(tables.memoryBytes()).isZero();
        assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> table.get(Slice.of("a"), 9));
        assertThat(tables.open(file).get(Slice.of("a"), 9)).isNotNull();
    }

    @Test
    void bounded_othersAreClosedAndOpenedAgain() throws IOException {
        try (Tables few = bounded(2, BlockCache.ofBytes(0))) {
            List<FileMetadata> written = writeFiles(6);

            for (int round = 0; round < 3; round++) {
                for (FileMetadata file : written) {
                    assertThat(get(few, file)).isNotNull();
                }
            }

            assertThat(few.openFiles()).isEqualTo(2);
        }
    }

    @Test
    void bounded_iteratorKeepsItsFileOpenUntilItIsClosed() throws IOException {
        try (Tables few = bounded(1, BlockCache.ofBytes(0))) {
            List<FileMetadata> written = writeFiles(6);
            Table table = few.open(written.get(0));
            InternalIterator iterator = table.iterator();
            table.close();
            for (int round = 0; round < 20; round++) {
                for (FileMetadata other : written.subList(1, 6)) {
                    get(few, other);
                }
            }

            iterator.seekToFirst();
            assertThat(iterator.isValid()).isTrue();
            iterator.close();
            iterator.close();

            assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> table.get(Slice.of("a"), 9));
        }
    }

    @Test
    void bounded_fileThatIsOpenedAgainFindsItsBlocksInTheCache() throws IOException {
        BlockCache cache = BlockCache.ofBytes(1 << 20);
        try (Tables few = bounded(1, cache)) {
            List<FileMetadata> written = writeFiles(6);
            for (int round = 0; round < 2; round++) {
                for (FileMetadata file : written) {
                    get(few, file);
                }
            }

            assertThat(cache.misses()).isEqualTo(6);
            assertThat(cache.hits()).isEqualTo(6);
        }
    }

    @Test
    void bounded_propertiesAndTombstonesOfClosedFiles() throws IOException {
        try (Tables few = bounded(1, BlockCache.ofBytes(0))) {
            List<FileMetadata> written = writeFiles(3);
            for (FileMetadata file : written) {
                get(few, file);
            }
            for (FileMetadata file : written) {
                Files.delete(FileNames.table(directory, file.number()));
            }

            for (FileMetadata file : written) {
                assertThat(few.properties(file).entries()).isEqualTo(1);
                assertThat(few.tombstones(file).isEmpty()).isTrue();
            }
        }
    }

    @Test
    void bounded_manyThreadsReadMoreFilesThanMayBeOpen() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Tables few = bounded(1, BlockCache.ofBytes(0))) {
            List<FileMetadata> written = writeFiles(4);
            List<Callable<Integer>> readings = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int first = thread;
                readings.add(() -> {
                    int found = 0;
                    for (int i = 0; i < 2000; i++) {
                        found += get(few, written.get((first + i) % written.size())) == null ? 0 : 1;
                    }
                    return found;
                });
            }

            for (Future<Integer> found : threads.invokeAll(readings)) {
                assertThat(found.get()).isEqualTo(2000);
            }
            assertThat(few.openFiles()).isEqualTo(1);
        } finally {
            threads.shutdown();
        }
    }

    private Tables bounded(int maxOpenFiles, BlockCache cache) {
        return new Tables(directory, TableFiles.CODECS, cache, bloom, maxOpenFiles);
    }

    private List<FileMetadata> writeFiles(int count) throws IOException {
        List<FileMetadata> written = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            written.add(files.write(7 + i, puts(3, "a"), List.of()));
        }
        return written;
    }

    private static Entry get(Tables from, FileMetadata file) throws IOException {
        try (Table table = from.open(file)) {
            return table.get(Slice.of("a"), 9);
        }
    }

    @Test
    void close_closesAllAndOpensNoMore() throws IOException {
        FileMetadata one = files.write(7, puts(3, "a"), List.of());
        FileMetadata other = files.write(8, puts(3, "b"), List.of());
        Table table = tables.open(one);
        tables.open(other);

        tables.close();
        assertThat(tables.memoryBytes()).isZero();
        assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> table.get(Slice.of("a"), 9));
        assertThatIllegalStateException().isThrownBy(() -> tables.open(one));
    }

    @Test
    void fileThatIsNotThereOrDamaged_isNamed() throws IOException {
        FileMetadata missing = files.write(7, puts(3, "a"), List.of());
        Files.delete(FileNames.table(directory, 7));
        FileMetadata damaged = files.write(8, puts(3, "a"), List.of());
        Files.write(FileNames.table(directory, 8), new byte[100]);

        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> tables.open(missing))
                .withMessageContaining("000007.sst");
        assertThatExceptionOfType(CorruptTableException.class)
                .isThrownBy(() -> tables.open(damaged))
                .withMessageContaining("000008.sst");
    }

    @Test
    void get_youngestEntryNotYounger() throws IOException {
        Table table = tables.open(files.write(7, List.of(put("a", 9), put("a", 5)), List.of()));

        assertThat(table.get(Slice.of("a"), 8)).isEqualTo(new Entry(EntryType.PUT, 5, Slice.of("a@5")));
        assertThat(table.get(Slice.of("a"), 4)).isNull();
        assertThat(table.get(Slice.of("b"), 9)).isNull();
        assertThat(bloom.passed()).isEqualTo(2);
        assertThat(bloom.falsePositives()).isEqualTo(1);
    }

    @Test
    void ingestedFile_hasTheSequenceNumberOfItsMetadata() throws IOException {
        TableFiles toIngest = new TableFiles(directory, TableOptions.DEFAULT.withIngestion(true));
        FileMetadata written = toIngest.write(7, puts(0, "a", "b"), List.of(range("c", "d", 0)));
        FileMetadata file = FileMetadata.of(7, written.size(), written.smallest(), written.largest(), 42, 42, 2);
        Table table = tables.open(file);

        assertThat(table.get(Slice.of("a"), 42)).isEqualTo(new Entry(EntryType.PUT, 42, Slice.of("a@0")));
        assertThat(table.get(Slice.of("a"), 41)).isNull();
        assertThat(table.tombstones().fragments()).containsExactly(range("c", "d", 42));
    }

    @Test
    void flushedFileOfOneEntry_keepsItsOwnSequenceNumber() throws IOException {
        TableFiles flushed = new TableFiles(directory, TableOptions.DEFAULT.withIngestion(false));
        FileMetadata written = flushed.write(7, puts(3, "a"), List.of());
        FileMetadata wrong = FileMetadata.of(7, written.size(), written.smallest(), written.largest(), 42, 42, 2);

        assertThat(tables.open(wrong).get(Slice.of("a"), 3)).isNotNull();
    }

    @Test
    void tombstones_areCutToTheBoundsOfTheFile() throws IOException {
        Slice a = TableFiles.internal(Slice.of("c"), 9, EntryType.RANGE_DELETE);
        FileMetadata toPoint = files.write(
                7, puts(3, "m"), List.of(range("a", "z", 9)), a, TableFiles.internal(Slice.of("m"), 3, EntryType.PUT));
        FileMetadata toEnd =
                files.write(8, puts(3, "k"), List.of(range("a", "z", 9)), a, TableFiles.endOfRange(Slice.of("m")));

        assertThat(tables.open(toPoint).tombstones().fragments()).containsExactly(range("c", "m\0", 9));
        assertThat(tables.open(toEnd).tombstones().fragments()).containsExactly(range("c", "m", 9));
    }

    @Test
    void tombstonesOfAVersion_areThoseOfAllLevels() throws Exception {
        VersionEdit edit = new VersionEdit()
                .addFile(0, files.write(7, puts(9, "x"), List.of(range("a", "c", 8))))
                .addFile(1, files.write(8, puts(2, "a"), List.of()))
                .addFile(1, files.write(9, puts(3, "b"), List.of(range("c", "d", 4))));

        assertThat(tables.tombstones(Version.EMPTY.apply(edit)))
                .extracting(tombstones -> tombstones.fragments())
                .containsExactly(List.of(range("a", "c", 8)), List.of(range("c", "d", 4)));
    }
}
