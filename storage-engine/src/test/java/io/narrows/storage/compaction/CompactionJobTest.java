package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionJobTest {
    private static final int KEYS = 2_000;
    private static final int TARGET = 20_000;
    private static final LevelOptions OPTIONS = LevelOptions.DEFAULT.withTargetFileSize(TARGET, 1);
    private static final CompactionPicker PICKER = new CompactionPicker(OPTIONS, CompressionLadder.of(TestTables.LZ4));

    @TempDir
    Path folder;

    private final List<VersionedRow> rows = new ArrayList<>();
    private final List<RangeTombstone> tombstones = new ArrayList<>();
    private final Random random = new Random(1);
    private TestTables tables;
    private Version version = Version.EMPTY;
    private long epoch = 5;
    private long[] snapshots = {};

    @BeforeEach
    void open() {
        tables = new TestTables(folder);
    }

    @AfterEach
    void close() throws IOException {
        tables.close();
    }

    @Test
    void result_tellsWhatWasDone() throws IOException {
        put(0, 100, 1);
        flush();
        put(50, 150, 1_000);
        flush();
        Compaction compaction = manual();

        CompactionResult result = run(compaction);

        assertThat(result.entriesRead()).isEqualTo(200);
        assertThat(result.entriesWritten()).isEqualTo(150);
        assertThat(result.entriesDropped()).isEqualTo(50);
        assertThat(result.bytesRead()).isEqualTo(compaction.inputBytes()).isPositive();
        assertThat(result.bytesWritten()).isEqualTo(result.outputs().get(0).size());
        assertThat(result.edit().family()).isEqualTo(TestTables.FAMILY.id());
        assertThat(result.edit().deletedFiles())
                .containsExactlyInAnyOrder(new VersionEdit.DeletedFile(0, 11), new VersionEdit.DeletedFile(0, 12));
        assertThat(result.edit().addedFiles())
                .containsExactly(new VersionEdit.AddedFile(6, result.outputs().get(0)));
    }

    @Test
    void outputs_haveTheOldestEpochOfTheInputs() throws IOException {
        put(0, 10, 1);
        flush();
        put(5, 15, 1_000);
        flush();

        CompactionResult result = run(manual());

        assertThat(result.outputs()).extracting(FileMetadata::epoch).containsExactly(6L);
    }

    @Test
    void nothingSurvives_nothingIsAdded() throws IOException {
        put(0, 100, 1);
        tombstone(0, KEYS, 500);
        flush();

        CompactionResult result = run(manual());

        assertThat(result.outputs()).isEmpty();
        assertThat(result.edit().addedFiles()).isEmpty();
        assertThat(result.edit().deletedFiles()).hasSize(1);
        assertThat(tables.files()).containsExactly("000011.sst");
    }

    @Test
    void outputs_endAtTheTargetSize() throws IOException {
        put(0, KEYS, 1);
        flush();

        List<FileMetadata> outputs = run(manual()).outputs();

        assertThat(outputs).hasSizeGreaterThan(3);
        assertThat(outputs.subList(0, outputs.size() - 1)).allMatch(file -> file.size() >= TARGET);
        assertThat(outputs).allMatch(file -> file.size() < 1.5 * TARGET);
    }

    /** Every version is visible to a snapshot; otherwise the file would end between them. */
    @Test
    void outputs_neverEndWithinAUserKey() throws IOException {
        snapshots = new long[3_000];
        for (int i = 1; i <= snapshots.length; i++) {
            snapshots[i - 1] = i;
            rows.add(row(i <= 1_000 ? 1 : i <= 2_900 ? 2 : 3, i));
        }
        flush();

        List<FileMetadata> outputs = run(manual()).outputs();

        assertThat(outputs).hasSize(3);
        assertThat(outputs).allMatch(file -> file.smallestUserKey().equals(file.largestUserKey()));
    }

    /** Each file gets its part of the range deletion, and its bounds end where the next file begins. */
    @Test
    void rangeDeletion_isCutWithTheFiles() throws IOException {
        snapshots = new long[] {KEYS};
        put(10, KEYS, 1);
        tombstone(0, KEYS + 10, KEYS + 5);
        flush();

        List<FileMetadata> outputs = run(manual()).outputs();

        assertThat(outputs).hasSizeGreaterThan(3);
        Slice from = key(0);
        for (int i = 0; i < outputs.size(); i++) {
            FileMetadata file = outputs.get(i);
            boolean last = i == outputs.size() - 1;
            Slice to = last ? key(KEYS + 10) : outputs.get(i + 1).smallestUserKey();
            assertThat(file.smallest())
                    .isEqualTo(Slice.of(InternalKey.of(from, InternalKey.trailer(KEYS + 5, EntryType.RANGE_DELETE))));
            assertThat(file.largest())
                    .isEqualTo(Slice.of(
                            InternalKey.of(to, InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE))));
            assertThat(file.largestIsExclusive()).isTrue();
            assertThat(file.largestSequence()).isEqualTo(KEYS + 5);
            assertThat(tables.tombstones(file)).containsExactly(new RangeTombstone(from, to, KEYS + 5));
            from = to;
        }
    }

    @Test
    void onlyARangeDeletion_isAFile() throws IOException {
        snapshots = new long[] {3};
        tombstone(0, 10, 5);
        flush();

        List<FileMetadata> outputs = run(manual()).outputs();

        assertThat(outputs).hasSize(1);
        assertThat(tables.tombstones(outputs.get(0))).containsExactly(new RangeTombstone(key(0), key(10), 5));
    }

    /** The level below has 30 adjacent files; a file may overlap ten times its own target size. */
    @Test
    void outputs_endWhereTheyOverlapMuch() throws IOException {
        put(0, 300, 1);
        flush();
        FileMetadata input = version.level(0).get(0);
        Shape shape = new Shape();
        for (int i = 0; i < 30; i++) {
            shape.file(6, 1_000 + i, text(10 * i), text(10 * i + 9), TARGET);
        }
        Compaction compaction = new Compaction(
                shape.version(),
                0,
                5,
                List.of(input),
                List.of(),
                shape.version().level(6),
                false,
                false,
                TestTables.LZ4,
                TARGET,
                Compaction.Reason.LEVEL_0);

        List<FileMetadata> outputs = run(compaction).outputs();

        assertThat(outputs).extracting(FileMetadata::smallestUserKey).containsExactly(key(0), key(110), key(220));
    }

    @Test
    void move_isAnEditOnly() throws IOException {
        put(0, 100, 1);
        flush();
        Compaction compaction = PICKER.manual(version, 0, null, null, Set.of()).orElseThrow();

        CompactionResult result = run(compaction);

        assertThat(compaction.trivialMove()).isTrue();
        assertThat(result.outputs()).isEmpty();
        assertThat(result.bytesWritten()).isZero();
        assertThat(version.apply(result.edit()).level(6)).isEqualTo(version.level(0));
        assertThat(tables.files()).containsExactly("000011.sst");
    }

    /** Cancellation is checked often enough that some outputs are finished and one is not. */
    @Test
    void cancelled_leavesTheInputsOnly() throws IOException {
        put(0, KEYS, 1);
        flush();
        put(0, KEYS, KEYS + 1);
        flush();
        AtomicInteger asked = new AtomicInteger();
        Compaction compaction = manual();

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> run(compaction, () -> asked.incrementAndGet() == 3));

        assertThat(tables.files()).containsExactly("000011.sst", "000012.sst");
    }

    @Test
    void damagedInput_leavesTheInputsOnly() throws IOException {
        put(0, KEYS, 1);
        flush();
        byte[] bytes = Files.readAllBytes(folder.resolve("000011.sst"));
        bytes[bytes.length / 2]++;
        Files.write(folder.resolve("000011.sst"), bytes);
        Compaction compaction = manual();

        assertThatIOException().isThrownBy(() -> run(compaction)).withMessageContaining("000011.sst");

        assertThat(tables.files()).containsExactly("000011.sst");
    }

    private void put(int from, int to, long firstSequence) {
        for (int i = from; i < to; i++) {
            rows.add(row(i, firstSequence + i - from));
        }
    }

    /** Returns a row with a value that does not compress. */
    private VersionedRow row(int key, long sequence) {
        byte[] value = new byte[50];
        random.nextBytes(value);
        return new VersionedRow(key(key), sequence, EntryType.PUT, Slice.of(value));
    }

    private void tombstone(int begin, int end, long sequence) {
        tombstones.add(new RangeTombstone(key(begin), key(end), sequence));
    }

    private static String text(int key) {
        return "key%06d".formatted(key);
    }

    private static Slice key(int key) {
        return Slice.of(text(key));
    }

    private void flush() throws IOException {
        FileMetadata file = new FlushJob(
                        tables.factory(), TestTables.LZ4, ++epoch, snapshots, JobFilter.none(), () -> false)
                .run(List.of(new RowSource(rows)), tombstones)
                .orElseThrow();
        version = version.apply(new VersionEdit().addFile(0, file));
        rows.clear();
        tombstones.clear();
    }

    /** Returns a compaction of all of level 0 into new files of the last level. */
    private Compaction manual() {
        Compaction picked = PICKER.manual(version, 0, null, null, Set.of()).orElseThrow();
        return new Compaction(
                picked.version(),
                picked.inputLevel(),
                picked.outputLevel(),
                picked.inputs(),
                picked.nextInputs(),
                picked.grandparents(),
                picked.bottommost(),
                false,
                picked.compression(),
                picked.targetFileSize(),
                picked.reason());
    }

    private CompactionResult run(Compaction compaction) throws IOException {
        return run(compaction, () -> false);
    }

    private CompactionResult run(Compaction compaction, BooleanSupplier cancelled) throws IOException {
        return new CompactionJob(compaction, tables.open(), tables.factory(), snapshots, JobFilter.none(), cancelled)
                .run();
    }
}
