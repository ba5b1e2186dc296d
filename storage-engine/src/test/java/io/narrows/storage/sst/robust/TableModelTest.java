package io.narrows.storage.sst.robust;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.rows.Contents;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables give the same answers as a sorted set. For a long run:
 * {@code mvn -pl storage-engine -am test -Dtest=TableModelTest -Dnarrows.sst.tables=10000}; to repeat one,
 * {@code -Dnarrows.seed=N}.
 */
class TableModelTest {
    private static final int TABLES = Integer.getInteger("narrows.sst.tables", 60);
    private static final int OPERATIONS = 600;
    private static final Codecs CODECS = Codecs.load();

    @TempDir
    Path folder;

    @Test
    void iterator_randomMoves() throws IOException {
        Random seeds = seeded("moves");
        for (int i = 0; i < TABLES; i++) {
            Random random = new Random(seeds.nextLong());
            RandomTable table = RandomTable.of(random);
            try (TableReader reader = written(table, random)) {
                move(table, reader, random, "table " + i);
            }
        }
    }

    @Test
    void get_randomKeysAtRandomMoments() throws IOException {
        Random seeds = seeded("gets");
        for (int i = 0; i < TABLES; i++) {
            Random random = new Random(seeds.nextLong());
            RandomTable table = RandomTable.of(random);
            try (TableReader reader = written(table, random)) {
                for (int operation = 0; operation < OPERATIONS; operation++) {
                    Slice key = anyKey(table, random);
                    long sequence = random.nextInt(RandomTable.MAX_SEQUENCE);

                    assertThat(reader.get(key, sequence).map(entry -> version(key, entry)))
                            .as("table %d, %s at %d", i, key, sequence)
                            .isEqualTo(youngest(table, key, sequence));
                    assertThat(reader.get(key).map(entry -> version(key, entry)))
                            .isEqualTo(youngest(table, key, Long.MAX_VALUE));
                }
            }
        }
    }

    @Test
    void reader_wholeTables() throws IOException {
        Random seeds = seeded("whole");
        for (int i = 0; i < TABLES; i++) {
            Random random = new Random(seeds.nextLong());
            RandomTable table = RandomTable.of(random);
            try (TableReader reader = written(table, random)) {
                reader.verify();

                assertThat(Contents.of(reader).rows()).as("table %d", i).isEqualTo(table.rows());
                assertThat(reader.rangeTombstones()).containsExactlyInAnyOrderElementsOf(table.deleted());
            }
        }
    }

    private void move(RandomTable table, TableReader reader, Random random, String context) throws IOException {
        TreeSet<VersionedRow> model = new TreeSet<>(VersionedRow.ORDER);
        model.addAll(table.rows());
        TableIterator iterator = reader.iterator();
        VersionedRow at = null;
        for (int operation = 0; operation < OPERATIONS; operation++) {
            int choice = random.nextInt(at == null ? 4 : 12);
            Slice key = anyKey(table, random);
            switch (choice) {
                case 0 -> {
                    iterator.seekToFirst();
                    at = model.first();
                }
                case 1 -> {
                    iterator.seekToLast();
                    at = model.last();
                }
                case 2 -> {
                    iterator.seek(key);
                    at = model.ceiling(firstOf(key));
                }
                case 3 -> {
                    iterator.seekForPrev(key);
                    at = model.floor(lastOf(key));
                }
                case 4, 5, 6, 7 -> {
                    iterator.next();
                    at = model.higher(at);
                }
                default -> {
                    iterator.prev();
                    at = model.lower(at);
                }
            }
            assertThat(iterator.isValid() ? Contents.row(iterator) : null)
                    .as("%s, operation %d", context, operation)
                    .isEqualTo(at);
        }
    }

    /** Returns a row that sorts before all versions of the key. */
    private static VersionedRow firstOf(Slice key) {
        return new VersionedRow(key, Long.MAX_VALUE, EntryType.PUT, Slice.EMPTY);
    }

    /** Returns a row that sorts after all versions of the key. */
    private static VersionedRow lastOf(Slice key) {
        return new VersionedRow(key, -1, EntryType.PUT, Slice.EMPTY);
    }

    private static Optional<VersionedRow> youngest(RandomTable table, Slice key, long sequence) {
        return table.rows().stream()
                .filter(row -> row.key().equals(key) && row.sequence() <= sequence)
                .findFirst();
    }

    private static VersionedRow version(Slice key, Entry entry) {
        return new VersionedRow(key, entry.sequence(), entry.type(), entry.value());
    }

    private static Slice anyKey(RandomTable table, Random random) {
        return random.nextBoolean()
                ? RandomTable.key(random)
                : table.rows().get(random.nextInt(table.rows().size())).key();
    }

    /** Opens the table with a cache of random size: too small for one block, too small for all of them, or large. */
    private TableReader written(RandomTable table, Random random) throws IOException {
        Path file = folder.resolve("table.sst");
        table.write(file);
        return TableReader.open(file, CODECS, BlockCache.ofBytes(1L << 2 * random.nextInt(12)));
    }

    private static Random seeded(String what) {
        return new Random(Seed.of("TableModelTest, " + what));
    }
}
