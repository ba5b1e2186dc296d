package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.TableWriter;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database whose filter drops values below a threshold. */
@Tag("long")
class CompactionFilterTest {
    private static final LevelOptions SMALL =
            LevelOptions.DEFAULT.withTargetFileSize(4 << 10, 1).withMaxBytesForLevel(8 << 10, 3);

    @TempDir
    private Path directory;

    private final ThresholdFilters filters = new ThresholdFilters(CompactionFilter.Decision.DISCARD);

    @Test
    void flush_dropsValues() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            put(db, "b", 2);
            filters.dropBelow(2, db);

            db.flush();

            assertThat(rows(db, ReadOptions.DEFAULT)).isEqualTo(Map.of("b", 2L));
        }
    }

    @Test
    void idleTime_isUsedToCompactFilesThatShrink() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            db.flush();
            db.compact(ColumnFamily.DEFAULT);
            put(db, "b", 2);
            db.flush();
            filters.dropBelow(3, db);

            db.scheduleCompactions();
            db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);

            assertThat(files()).isZero();
        }
    }

    @Test
    void files_thatShrinkLittle_stay() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            put(db, "b", 5);
            db.flush();
            filters.dropBelow(3, db);

            db.scheduleCompactions();
            db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);

            assertThat(rows(db, ReadOptions.DEFAULT)).isEqualTo(Map.of("a", 1L, "b", 5L));
        }
    }

    @Test
    void snapshot_beforeTheThreshold_keepsItsValues() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            Snapshot before = db.snapshot();
            put(db, "b", 1);
            filters.dropBelow(2, db);
            Snapshot after = db.snapshot();

            db.compact(ColumnFamily.DEFAULT);

            assertThat(rows(db, ReadOptions.at(before))).isEqualTo(Map.of("a", 1L));
            assertThat(rows(db, ReadOptions.at(after))).isEqualTo(Map.of("a", 1L));
            before.close();
            db.compact(ColumnFamily.DEFAULT);
            assertThat(rows(db, ReadOptions.at(after))).isEmpty();
            after.close();
        }
    }

    @Test
    void files_thatASnapshotProtectsCompletely_stayAsTheyAre() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            db.flush();
            db.awaitCompactions(); // a check after the flush must not see the threshold, but miss the snapshot
            try (Snapshot before = db.snapshot()) {
                put(db, "b", 5);
                filters.dropBelow(3, db);

                db.scheduleCompactions();
                db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);

                assertThat(db.statistics().compactedBytes()).isZero();
                assertThat(rows(db, ReadOptions.at(before))).isEqualTo(Map.of("a", 1L));
            }
        }
    }

    @Test
    void files_withValuesThatASnapshotHasProtected_areCompactedWhenItIsClosed() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            Snapshot before = db.snapshot();
            put(db, "b", 1);
            filters.dropBelow(2, db);
            db.flush();
            db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);
            assertThat(rows(db, ReadOptions.DEFAULT)).isEqualTo(Map.of("a", 1L));

            before.close();
            db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);

            assertThat(files()).isZero();
        }
    }

    /** Nothing else is done here that would start it. */
    @Test
    void closingASnapshot_startsTheCompaction() throws Exception {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            Snapshot before = db.snapshot();
            put(db, "b", 1);
            filters.dropBelow(2, db);
            db.flush();
            db.awaitCompactions();
            CountDownLatch created = filters.awaitNext();

            before.close();

            created.await();
            db.awaitCompactions();
            assertThat(files()).isZero();
        }
    }

    @Test
    void files_thatShrink_areCompactedBesideAnotherCompaction() throws Exception {
        HeldFilters held = new HeldFilters();
        FamilyOptions ofHeld = FamilyOptions.DEFAULT
                .withLevels(SMALL.withLevel0FileNumCompactionTrigger(2))
                .withCompactionFilter(held);
        DbOptions options = DbOptions.defaults()
                .withBackgroundJobs(3)
                .withOtherFamilies(FamilyOptions.DEFAULT.withCompactionFilter(filters))
                .withFamily("held", ofHeld);
        try (Db db = Db.open(directory.resolve("db"), options);
                held) {
            ColumnFamily family = db.family("held").orElseThrow();
            for (int time = 0; time < 2; time++) {
                db.put(family, bytes("a"), bytes("1"));
                db.flush(family);
            }
            held.begun.await();
            put(db, "a", 1);
            db.flush(ColumnFamily.DEFAULT);
            filters.dropBelow(2, db);

            db.awaitFiltered(ColumnFamily.DEFAULT, () -> false);

            assertThat(rows(db, ReadOptions.DEFAULT)).isEmpty();
            assertThat(db.fileEntries(ColumnFamily.DEFAULT)).isZero();
        }
    }

    @Test
    void iterator_openDuringTheCompaction_keepsItsValues() throws IOException {
        try (Db db = open(filters)) {
            put(db, "a", 1);
            put(db, "b", 1);
            db.flush();
            try (DbIterator rows = db.iterator(ColumnFamily.DEFAULT, ReadOptions.DEFAULT)) {
                rows.seekToFirst();
                filters.dropBelow(2, db);

                db.compact(ColumnFamily.DEFAULT);

                assertThat(text(rows.key().toByteArray())).isEqualTo("a");
                rows.next();
                assertThat(text(rows.key().toByteArray())).isEqualTo("b");
            }
        }
    }

    @Test
    void removal_hidesOlderValuesElsewhere() throws IOException {
        ThresholdFilters removing = new ThresholdFilters(CompactionFilter.Decision.REMOVE);
        try (Db db = open(removing)) {
            put(db, "a", 7);
            db.flush();
            db.compact(ColumnFamily.DEFAULT);
            put(db, "a", 1);
            removing.dropBelow(2, db);

            db.flush();

            assertThat(db.get(ColumnFamily.DEFAULT, bytes("a"))).isEmpty();
        }
    }

    @Test
    void reservedPropertyNames_areRefused() throws IOException {
        try (TableWriter writer = TableWriter.create(directory.resolve("1.sst"), TableOptions.DEFAULT, Codecs.load())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.describe("rocksdb.num.entries", 1))
                    .withMessageContaining("rocksdb.num.entries");
        }
    }

    /**
     * Random writes, flushes, compactions, snapshots and reopenings under a rising threshold. A reader sees the values of
     * the model; of those below the threshold any that are left.
     */
    @ParameterizedTest
    @EnumSource(names = {"REMOVE", "DISCARD"})
    void randomWrites_readersSeeTheModel(CompactionFilter.Decision decision) throws IOException {
        Random random = new Random(Seed.of(CompactionFilterTest.class));
        ThresholdFilters chosen = new ThresholdFilters(decision);
        NavigableMap<String, Long> model = new TreeMap<>();
        List<Seen> seen = new ArrayList<>();
        long threshold = 0;
        Db db = open(chosen);
        try {
            for (int value = 1; value <= 6000; value++) {
                // keys are written once, as discarding requires
                String key = "%06d".formatted(value * 7919 % 1_000_003);
                put(db, key, value);
                model.put(key, (long) value);
                switch (random.nextInt(200)) {
                    case 0 -> db.flush();
                    case 1 -> db.compact(ColumnFamily.DEFAULT);
                    case 2 -> {
                        threshold = Math.max(threshold, value - random.nextInt(500));
                        chosen.dropBelow(threshold, db);
                        db.scheduleCompactions();
                    }
                    case 3 -> seen.add(new Seen(db.snapshot(), new TreeMap<>(model), threshold));
                    case 4 -> closeAll(seen);
                    case 5 -> {
                        closeAll(seen);
                        db.close();
                        db = open(chosen);
                    }
                    case 6 -> check(rows(db, ReadOptions.DEFAULT), model, threshold);
                    case 7 -> {
                        for (Seen each : seen) {
                            check(rows(db, ReadOptions.at(each.snapshot())), each.model(), each.threshold());
                        }
                    }
                    default -> {}
                }
            }
            closeAll(seen);
            db.compact(ColumnFamily.DEFAULT);
            long last = threshold;
            model.values().removeIf(value -> value < last);
            assertThat(rows(db, ReadOptions.DEFAULT)).isEqualTo(model);
        } finally {
            closeAll(seen);
            db.close();
        }
    }

    private record Seen(Snapshot snapshot, NavigableMap<String, Long> model, long threshold) {}

    private static void closeAll(List<Seen> seen) {
        seen.forEach(each -> each.snapshot().close());
        seen.clear();
    }

    private static void check(Map<String, Long> rows, Map<String, Long> model, long threshold) {
        Map<String, Long> kept = new TreeMap<>(model);
        kept.values().removeIf(value -> value < threshold);
        assertThat(model.entrySet()).containsAll(rows.entrySet());
        assertThat(rows.entrySet()).containsAll(kept.entrySet());
    }

    private Db open(ThresholdFilters factory) throws IOException {
        return Db.open(
                directory.resolve("db"),
                DbOptions.defaults()
                        .withOtherFamilies(FamilyOptions.DEFAULT
                                .withWriteBufferSize(64 << 10)
                                .withLevels(SMALL)
                                .withCompactionFilter(factory)));
    }

    private static void put(Db db, String key, long value) throws IOException {
        db.write(
                new WriteBatch().put(ColumnFamily.DEFAULT, bytes(key), bytes(Long.toString(value))),
                WriteOptions.DEFAULT);
    }

    private static Map<String, Long> rows(Db db, ReadOptions options) throws IOException {
        Map<String, Long> rows = new TreeMap<>();
        try (DbIterator at = db.iterator(ColumnFamily.DEFAULT, options)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                rows.put(text(at.key().toByteArray()), ThresholdFilters.number(at.value()));
            }
        }
        return rows;
    }

    private long files() throws IOException {
        try (var files = Files.list(directory.resolve("db"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).count();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Filters that keep everything, and hold up compactions until this is closed. */
    private static final class HeldFilters implements CompactionFilterFactory, AutoCloseable {
        private final ThresholdFilters keeping = new ThresholdFilters(CompactionFilter.Decision.DISCARD);
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) throws IOException {
            if (!inputs.isEmpty()) {
                begun.countDown();
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted");
                }
            }
            return keeping.filter(inputs, others);
        }

        @Override
        public long sequence() {
            return keeping.sequence();
        }

        @Override
        public boolean shrinks(TableProperties file, long newestProtected) {
            return false;
        }

        @Override
        public boolean supersedes(TableProperties file) {
            return false;
        }

        @Override
        public void close() {
            goesOn.countDown();
        }
    }
}
