package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlushJobTest {
    private static final long EPOCH = 7;
    private static final long END_OF_RANGE = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    @TempDir
    Path folder;

    private final List<VersionedRow> rows = new ArrayList<>();
    private final List<RangeTombstone> tombstones = new ArrayList<>();
    private TestTables tables;

    @BeforeEach
    void open() {
        tables = new TestTables(folder);
    }

    @AfterEach
    void close() throws IOException {
        tables.close();
    }

    @Test
    void memtables_areOneFile() throws IOException {
        put("a", 3);
        put("c", 4);

        FileMetadata file = flush().orElseThrow();

        assertThat(tables.files()).containsExactly("000011.sst");
        assertThat(tables.rows(file)).containsExactlyElementsOf(rows);
        assertThat(file.number()).isEqualTo(11);
        assertThat(file.epoch()).isEqualTo(EPOCH);
        assertThat(file.size()).isEqualTo(Files.size(folder.resolve("000011.sst")));
    }

    @Test
    void bounds_areTheFirstAndTheLastEntry() throws IOException {
        put("a", 3);
        put("b", 9);
        put("c", 4);

        FileMetadata file = flush().orElseThrow();

        assertThat(file.smallest()).isEqualTo(key("a", InternalKey.trailer(3, EntryType.PUT)));
        assertThat(file.largest()).isEqualTo(key("c", InternalKey.trailer(4, EntryType.PUT)));
        assertThat(file.smallestSequence()).isEqualTo(3);
        assertThat(file.largestSequence()).isEqualTo(9);
    }

    @Test
    void bounds_growByRangeDeletions() throws IOException {
        put("d", 3);
        tombstone("a", "c", 2);
        tombstone("b", "g", 10);

        FileMetadata file = flush().orElseThrow();

        assertThat(file.smallest()).isEqualTo(key("a", InternalKey.trailer(2, EntryType.RANGE_DELETE)));
        assertThat(file.largest()).isEqualTo(key("g", END_OF_RANGE));
        assertThat(file.smallestSequence()).isEqualTo(2);
        assertThat(file.largestSequence()).isEqualTo(10);
    }

    /** The entry itself is the largest key, because it sorts after the sentinel of the same key. */
    @Test
    void bounds_ofAnEntryAtTheEndOfARangeDeletion() throws IOException {
        put("c", 3);
        tombstone("a", "c", 10);

        FileMetadata file = flush().orElseThrow();

        assertThat(file.largest()).isEqualTo(key("c", InternalKey.trailer(3, EntryType.PUT)));
    }

    @Test
    void onlyRangeDeletions_areAFileToo() throws IOException {
        tombstone("a", "c", 2);

        FileMetadata file = flush().orElseThrow();

        assertThat(tables.tombstones(file)).containsExactlyElementsOf(tombstones);
        assertThat(file.smallest()).isEqualTo(key("a", InternalKey.trailer(2, EntryType.RANGE_DELETE)));
        assertThat(file.largest()).isEqualTo(key("c", END_OF_RANGE));
    }

    @Test
    void nothing_makesNoFile() throws IOException {
        assertThat(flush()).isEmpty();
        assertThat(tables.files()).isEmpty();
    }

    @Test
    void deletions_stay_becauseFilesMayHaveTheKey() throws IOException {
        rows.add(new VersionedRow(Slice.of("a"), 3, EntryType.DELETE, Slice.EMPTY));

        FileMetadata file = flush().orElseThrow();

        assertThat(tables.rows(file)).containsExactlyElementsOf(rows);
    }

    @Test
    void properties_nameTheFamilyAndTheTail() throws IOException {
        put("a", 3);

        FileMetadata file = flush().orElseThrow();

        TableProperties properties = tables.open().open(file).reader().properties();
        assertThat(properties.number("rocksdb.column.family.id")).hasValue(TestTables.FAMILY.id());
        assertThat(properties.text("rocksdb.column.family.name")).isEqualTo("third");
        assertThat(file.tailSize())
                .isEqualTo(file.size() - properties.tailStart())
                .isPositive();
    }

    @Test
    void failure_leavesNothing() throws IOException {
        Files.writeString(folder.resolve("000001.sst"), "another file");
        put("a", 3);
        put("b", 4);
        put("c", 5);
        RowSource source = new RowSource(rows).failingAt(2);

        assertThatIOException()
                .isThrownBy(() -> job(false).run(List.of(source), List.of()))
                .withMessage("fails as it was told to");

        assertThat(tables.files()).containsExactly("000001.sst");
        assertThat(source.isClosed()).isTrue();
    }

    @Test
    void cancelled_leavesNothing() throws IOException {
        for (int i = 1; i < 5_000; i++) {
            put("key%06d".formatted(i), i);
        }

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> job(true).run(List.of(new RowSource(rows)), List.of()));

        assertThat(tables.files()).isEmpty();
    }

    @Test
    void fileOfTheSameNumber_isNotTouched() throws IOException {
        Files.writeString(folder.resolve("000011.sst"), "another file");
        put("a", 3);

        assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(this::flush);

        assertThat(folder.resolve("000011.sst")).hasContent("another file");
    }

    private void put(String key, long sequence) {
        rows.add(new VersionedRow(Slice.of(key), sequence, EntryType.PUT, Slice.of("value " + sequence)));
    }

    private void tombstone(String begin, String end, long sequence) {
        tombstones.add(new RangeTombstone(Slice.of(begin), Slice.of(end), sequence));
    }

    private FlushJob job(boolean cancelled) {
        return new FlushJob(tables.factory(), TestTables.LZ4, EPOCH, new long[0], JobFilter.none(), () -> cancelled);
    }

    /** Flushes two memtables. */
    private Optional<FileMetadata> flush() throws IOException {
        int half = rows.size() / 2;
        RowSource older = new RowSource(rows.subList(0, half));
        RowSource newer = new RowSource(rows.subList(half, rows.size()));
        return job(false).run(List.of(newer, older), tombstones);
    }

    private static Slice key(String userKey, long trailer) {
        return Slice.of(InternalKey.of(Slice.of(userKey), trailer));
    }
}
