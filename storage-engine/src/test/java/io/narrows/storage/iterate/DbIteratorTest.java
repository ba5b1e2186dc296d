package io.narrows.storage.iterate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DbIteratorTest {
    private static final int MANY = 1_000;

    @Test
    void keyOfManyVersions_isPassedByASearch() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 1), put("c", 1)));
        for (int i = 0; i < MANY; i++) {
            source.add(put("b", 2 + i));
        }
        DbIterator iterator = at(MANY / 2, source);

        iterator.seekToFirst();
        assertThat(forwards(iterator)).containsExactly("a=a1", "b=b" + MANY / 2, "c=c1");
        iterator.seekToLast();
        assertThat(backwards(iterator)).containsExactly("c=c1", "b=b" + MANY / 2, "a=a1");
        assertThat(source.moves()).isLessThan(100);
    }

    @Test
    void keysThatAreTooYoung_arePassedByASearch() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 1), put("c", 1)));
        for (int i = 0; i < MANY; i++) {
            source.add(put("b", 2 + i));
        }
        DbIterator iterator = at(1, source);

        iterator.seekToFirst();
        assertThat(forwards(iterator)).containsExactly("a=a1", "c=c1");
        iterator.seekToLast();
        assertThat(backwards(iterator)).containsExactly("c=c1", "a=a1");
        assertThat(source.moves()).isLessThan(100);
    }

    @Test
    void directionChangesAmongManyVersions_showNeighbours() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 1), put("c", 1)));
        for (int i = 0; i < 50; i++) {
            source.add(put("b", 2 + i));
        }
        DbIterator iterator = at(30, source);

        iterator.seek(Slice.of("b"));
        iterator.prev();
        assertThat(shown(iterator)).isEqualTo("a=a1");
        iterator.next();
        assertThat(shown(iterator)).isEqualTo("b=b30");
        iterator.next();
        assertThat(shown(iterator)).isEqualTo("c=c1");
        iterator.prev();
        assertThat(shown(iterator)).isEqualTo("b=b30");
        iterator.next();
        assertThat(shown(iterator)).isEqualTo("c=c1");
    }

    @Test
    void rangeDeletion_hidesWhatIsOlder() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 5), put("b", 5), put("c", 6), put("d", 7), put("e", 5)));
        RangeTombstones tombstones = RangeTombstones.of(List.of(new RangeTombstone(Slice.of("b"), Slice.of("e"), 6)));

        assertThat(forwardsFromFirst(new DbIterator(source, List.of(tombstones), 7, Bounds.NONE, () -> {})))
                .containsExactly("a=a5", "c=c6", "d=d7", "e=e5");
        assertThat(forwardsFromFirst(new DbIterator(source, List.of(tombstones), 5, Bounds.NONE, () -> {})))
                .containsExactly("a=a5", "b=b5", "e=e5");
    }

    @Test
    void bounds_endAWalkOnBothSides() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 1), put("b", 1), put("c", 1), put("d", 1)));
        Bounds bounds = new Bounds(Slice.of("b"), Slice.of("d"));
        DbIterator iterator = new DbIterator(source, List.of(), 9, bounds, () -> {});

        iterator.seekToFirst();
        assertThat(forwards(iterator)).containsExactly("b=b1", "c=c1");
        iterator.seekToLast();
        assertThat(backwards(iterator)).containsExactly("c=c1", "b=b1");
        iterator.seek(Slice.of("a"));
        assertThat(shown(iterator)).isEqualTo("b=b1");
        iterator.seekForPrev(Slice.of("z"));
        assertThat(shown(iterator)).isEqualTo("c=c1");
        iterator.seek(Slice.of("d"));
        assertThat(iterator.isValid()).isFalse();
        iterator.seekForPrev(Slice.of("a"));
        assertThat(iterator.isValid()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"MERGE", "BLOB_INDEX", "WIDE_COLUMNS"})
    void typeThatIsNotRead_isRefusedByName(EntryType type) throws IOException {
        ListSource source = new ListSource(
                List.of(put("a", 1), new VersionedRow(Slice.of("key"), 7, type, Slice.of("x")), put("key", 5)));
        DbIterator iterator = at(9, source);

        assertThatExceptionOfType(UnsupportedEntryException.class)
                .isThrownBy(() -> iterator.seek(Slice.of("b")))
                .withMessage("an entry of type " + type
                        + " with key 6b6579 and sequence number 7 (expected: PUT, DELETE or SINGLE_DELETE)");
        assertThatExceptionOfType(UnsupportedEntryException.class).isThrownBy(iterator::seekToLast);
        assertThat(iterator.isValid()).isFalse();
        assertThat(forwardsFromFirst(at(6, source))).containsExactly("a=a1", "key=key5");
    }

    @Test
    void moveThatFails_standsNowhere() throws IOException {
        ListSource source = new ListSource(List.of(put("a", 1), put("b", 1)));
        DbIterator iterator = at(9, source);
        iterator.seekToFirst();

        source.failOnce();
        assertThatIOException().isThrownBy(iterator::next);
        assertThat(iterator.isValid()).isFalse();
        assertThatIllegalStateException().isThrownBy(iterator::next);
        assertThatIllegalStateException().isThrownBy(iterator::prev);
        assertThatIllegalStateException().isThrownBy(iterator::key);
        assertThatIllegalStateException().isThrownBy(iterator::value);
    }

    @Test
    void close_closesItsEntriesAndRunsOnce() {
        ListSource source = new ListSource(List.of());
        AtomicInteger runs = new AtomicInteger();
        DbIterator iterator = new DbIterator(source, List.of(), 9, Bounds.NONE, runs::incrementAndGet);

        iterator.close();
        iterator.close();
        assertThat(source.isClosed()).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void sequenceNumberThatCannotBe_isRefused() {
        ListSource source = new ListSource(List.of());

        assertThatIllegalArgumentException().isThrownBy(() -> at(InternalKey.MAX_SEQUENCE + 1, source));
        assertThatIllegalArgumentException().isThrownBy(() -> at(-1, source));
    }

    private static DbIterator at(long sequence, ListSource source) {
        return new DbIterator(source, List.of(), sequence, Bounds.NONE, () -> {});
    }

    private static List<String> forwardsFromFirst(DbIterator iterator) throws IOException {
        iterator.seekToFirst();
        return forwards(iterator);
    }

    private static List<String> forwards(DbIterator iterator) throws IOException {
        List<String> shown = new ArrayList<>();
        for (; iterator.isValid(); iterator.next()) {
            shown.add(shown(iterator));
        }
        return shown;
    }

    private static List<String> backwards(DbIterator iterator) throws IOException {
        List<String> shown = new ArrayList<>();
        for (; iterator.isValid(); iterator.prev()) {
            shown.add(shown(iterator));
        }
        return shown;
    }

    private static String shown(DbIterator iterator) {
        return text(iterator.key()) + "=" + text(iterator.value());
    }

    private static String text(Slice slice) {
        return new String(slice.array(), slice.offset(), slice.length(), StandardCharsets.UTF_8);
    }

    private static VersionedRow put(String key, long sequence) {
        return new VersionedRow(Slice.of(key), sequence, EntryType.PUT, Slice.of(key + sequence));
    }
}
