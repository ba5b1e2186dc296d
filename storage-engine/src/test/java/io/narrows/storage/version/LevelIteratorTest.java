package io.narrows.storage.version;

import static io.narrows.storage.version.TableFiles.puts;
import static io.narrows.storage.version.TableFiles.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LevelIteratorTest {
    private static final int ROUNDS = 20;
    private static final int MOVES = 400;
    private static final int KEYS = 60;

    @TempDir
    Path directory;

    private Tables tables;
    private TableFiles files;

    @BeforeEach
    void open() {
        tables = new Tables(directory, TableFiles.CODECS, BlockCache.ofBytes(1 << 20));
        files = new TableFiles(directory, TableOptions.DEFAULT.withBlockSize(64));
    }

    @Test
    void randomMoves_asOneSortedSet() throws IOException {
        long seed = Seed.of(LevelIteratorTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            TreeSet<VersionedRow> model = rows(random);
            try (LevelIterator iterator = new LevelIterator(tables, written(model, round, random))) {
                move(iterator, model, random, "round " + round);
            }
        }
        tables.close();
    }

    @Test
    void filesWithoutEntries_arePassedBothWays() throws IOException {
        List<FileMetadata> level = List.of(
                files.write(1, List.of(), List.of(range("a", "b", 5))),
                files.write(2, puts(1, "c"), List.of()),
                files.write(3, List.of(), List.of(range("d", "e", 5))),
                files.write(4, puts(1, "f"), List.of()),
                files.write(5, List.of(), List.of(range("g", "h", 5))));
        LevelIterator iterator = new LevelIterator(tables, level);

        iterator.seekToFirst();
        assertThat(iterator.userKey()).isEqualTo(Slice.of("c"));
        iterator.next();
        assertThat(iterator.userKey()).isEqualTo(Slice.of("f"));
        iterator.next();
        assertThat(iterator.isValid()).isFalse();
        iterator.seekToLast();
        assertThat(iterator.userKey()).isEqualTo(Slice.of("f"));
        iterator.prev();
        assertThat(iterator.userKey()).isEqualTo(Slice.of("c"));
        iterator.prev();
        assertThat(iterator.isValid()).isFalse();
        tables.close();
    }

    @Test
    void files_areOpenedWhenTheirTurnComes() throws IOException {
        List<FileMetadata> level =
                List.of(files.write(1, puts(1, "a", "b"), List.of()), files.write(2, puts(1, "c"), List.of()));
        Files.delete(FileNames.table(directory, 2));
        LevelIterator iterator = new LevelIterator(tables, level);

        iterator.seekToFirst();
        iterator.next();
        assertThat(iterator.userKey()).isEqualTo(Slice.of("b"));
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(iterator::next);
        assertThat(iterator.isValid()).isFalse();
        assertThatIllegalStateException().isThrownBy(iterator::next);
        tables.close();
    }

    @Test
    void noFiles_standNowhere() throws IOException {
        LevelIterator iterator = new LevelIterator(tables, List.of());

        iterator.seekToFirst();
        assertThat(iterator.isValid()).isFalse();
        iterator.seekToLast();
        assertThat(iterator.isValid()).isFalse();
        iterator.seek(Slice.of("a"), InternalKey.FIRST_TRAILER);
        assertThat(iterator.isValid()).isFalse();
        iterator.seekForPrev(Slice.of("a"), 0);
        assertThat(iterator.isValid()).isFalse();
    }

    private static TreeSet<VersionedRow> rows(Random random) {
        TreeSet<VersionedRow> rows = new TreeSet<>(VersionedRow.ORDER);
        for (int i = 0; i < 200; i++) {
            long sequence = 1 + random.nextInt(50);
            rows.add(new VersionedRow(key(random), sequence, EntryType.PUT, Slice.of("value" + i)));
        }
        return rows;
    }

    private static Slice key(Random random) {
        return Slice.of("%03d".formatted(random.nextInt(KEYS)));
    }

    /** Splits between any two rows, even of one key, as RocksDB's files may be. */
    private List<FileMetadata> written(TreeSet<VersionedRow> rows, int round, Random random) throws IOException {
        List<FileMetadata> written = new ArrayList<>();
        List<VersionedRow> part = new ArrayList<>();
        for (VersionedRow row : rows) {
            part.add(row);
            if (random.nextInt(15) == 0 || row == rows.last()) {
                written.add(files.write(1_000L * round + written.size(), part, List.of()));
                part.clear();
            }
        }
        return written;
    }

    private static void move(LevelIterator iterator, TreeSet<VersionedRow> model, Random random, String context)
            throws IOException {
        VersionedRow at = null;
        for (int move = 0; move < MOVES; move++) {
            Slice key = random.nextBoolean() || at == null ? key(random) : iterator.userKey();
            VersionedRow target = new VersionedRow(key, random.nextInt(52), EntryType.PUT, Slice.EMPTY);
            switch (random.nextInt(at == null ? 4 : 14)) {
                case 0 -> {
                    iterator.seekToFirst();
                    at = model.first();
                }
                case 1 -> {
                    iterator.seekToLast();
                    at = model.last();
                }
                case 2 -> {
                    at = model.ceiling(target);
                    iterator.seek(key, target.sequence() << 8 | 0xff);
                }
                case 3 -> {
                    at = model.floor(target);
                    iterator.seekForPrev(key, target.sequence() << 8);
                }
                case 4, 5, 6, 7, 8 -> {
                    iterator.next();
                    at = model.higher(at);
                }
                default -> {
                    iterator.prev();
                    at = model.lower(at);
                }
            }
            assertThat(shown(iterator)).as("%s, move %d", context, move).isEqualTo(at);
        }
    }

    private static VersionedRow shown(LevelIterator iterator) {
        if (!iterator.isValid()) {
            return null;
        }
        long trailer = iterator.trailer();
        return new VersionedRow(
                Slice.of(iterator.userKey().toByteArray()),
                InternalKey.sequence(trailer),
                InternalKey.type(trailer),
                Slice.of(iterator.value().toByteArray()));
    }
}
