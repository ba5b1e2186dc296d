package io.narrows.storage.iterate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.memtable.Memtable;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MergingIteratorTest {
    private static final int ROUNDS = 200;
    private static final int MOVES = 300;

    @Test
    void randomMoves_asOneSortedSet() throws IOException {
        Random random = RandomRows.seeded(MergingIteratorTest.class);
        RandomRows rows = new RandomRows(random);
        for (int round = 0; round < ROUNDS; round++) {
            List<VersionedRow> all = rows.rows(150);
            InternalIterator iterator = mixed(rows.dealt(all, 1 + random.nextInt(9)), random);
            TreeSet<VersionedRow> model = new TreeSet<>(VersionedRow.ORDER);
            model.addAll(all);
            VersionedRow at = null;
            for (int move = 0; move < MOVES; move++) {
                VersionedRow target = new VersionedRow(rows.key(), rows.sequence(), EntryType.PUT, Slice.EMPTY);
                switch (random.nextInt(at == null ? 4 : 15)) {
                    case 0 -> {
                        iterator.seekToFirst();
                        at = model.isEmpty() ? null : model.first();
                    }
                    case 1 -> {
                        iterator.seekToLast();
                        at = model.isEmpty() ? null : model.last();
                    }
                    case 2 -> {
                        iterator.seek(target.key(), target.sequence() << 8 | 0xff);
                        at = model.ceiling(target);
                    }
                    case 3 -> {
                        iterator.seekForPrev(target.key(), target.sequence() << 8);
                        at = model.floor(target);
                    }
                    case 4, 5, 6, 7, 8 -> {
                        iterator.next();
                        at = model.higher(at);
                    }
                    case 9 -> {
                        iterator.nextKey(at.key());
                        at = model.higher(new VersionedRow(at.key(), 0, EntryType.DELETE, Slice.EMPTY));
                    }
                    default -> {
                        iterator.prev();
                        at = model.lower(at);
                    }
                }
                assertThat(shown(iterator)).as("round %d, move %d", round, move).isEqualTo(at);
            }
        }
    }

    @Test
    void sameEntryInManySources_comesInTheirOrderBothWays() throws IOException {
        VersionedRow a = row("a", 3);
        VersionedRow first = new VersionedRow(Slice.of("b"), 4, EntryType.PUT, Slice.of("first"));
        VersionedRow second = new VersionedRow(Slice.of("b"), 4, EntryType.PUT, Slice.of("second"));
        VersionedRow third = new VersionedRow(Slice.of("b"), 4, EntryType.PUT, Slice.of("third"));
        VersionedRow c = row("c", 5);
        InternalIterator iterator = merged(List.of(List.of(first, c), List.of(a, second), List.of(third)));

        iterator.seekToFirst();
        assertThat(forwards(iterator, 4)).containsExactly(a, first, second, third);
        iterator.prev();
        assertThat(backwards(iterator, 3)).containsExactly(second, first, a);
        iterator.next();
        assertThat(forwards(iterator, 4)).containsExactly(first, second, third, c);
        iterator.prev();
        assertThat(backwards(iterator, 4)).containsExactly(third, second, first, a);
    }

    @Test
    void entriesThatComeWhileItStands_doNotShowOnTheWrongSide() throws IOException {
        ListSource memtable = new ListSource(List.of(row("a", 1)));
        ListSource file = new ListSource(List.of(row("b", 2), row("m", 2), row("n", 2)));
        InternalIterator iterator = MergingIterator.of(List.of(memtable, file));

        iterator.seek(Slice.of("m"), InternalKey.FIRST_TRAILER);
        List.of("p", "q", "r").forEach(key -> memtable.add(row(key, 9)));
        iterator.prev();
        assertThat(backwards(iterator, 2)).containsExactly(row("b", 2), row("a", 1));

        iterator.seekForPrev(Slice.of("b"), 0);
        List.of("A", "B", "C").forEach(key -> memtable.add(row(key, 9)));
        iterator.next();
        assertThat(shown(iterator)).isEqualTo(row("m", 2));
    }

    @Test
    void targetOfItsOwnKey_isReadBeforeItMoves() throws IOException {
        InternalIterator iterator =
                merged(List.of(List.of(row("a", 1), row("b", 1)), List.of(row("V", 2), row("b", 2))));
        iterator.seekToLast();

        iterator.seek(iterator.userKey(), InternalKey.FIRST_TRAILER);
        assertThat(shown(iterator)).isEqualTo(row("b", 2));
    }

    @Test
    void oneSource_isReturnedItself() {
        ListSource source = new ListSource(List.of());

        assertThat(MergingIterator.of(List.of(source))).isSameAs(source);
    }

    @Test
    void noSource_isEmpty() throws IOException {
        InternalIterator iterator = MergingIterator.of(List.of());

        iterator.seekToFirst();
        assertThat(iterator.isValid()).isFalse();
        assertThatIllegalStateException().isThrownBy(iterator::next);
    }

    @Test
    void moveThatFails_standsNowhereUntilASearch() throws IOException {
        ListSource failing = new ListSource(List.of(row("a", 1), row("b", 1)));
        InternalIterator iterator = MergingIterator.of(List.of(failing, new ListSource(List.of(row("c", 1)))));
        iterator.seekToFirst();

        failing.failOnce();
        assertThatIOException().isThrownBy(iterator::next);
        assertThat(iterator.isValid()).isFalse();
        assertThatIllegalStateException().isThrownBy(iterator::userKey);

        iterator.seekToFirst();
        assertThat(forwards(iterator, 3)).containsExactly(row("a", 1), row("b", 1), row("c", 1));
    }

    @Test
    void close_closesAll() {
        List<ListSource> sources = List.of(new ListSource(List.of()), new ListSource(List.of()));
        MergingIterator.of(List.copyOf(sources)).close();

        assertThat(sources).allMatch(ListSource::isClosed);
    }

    /** Merges lists, which step to the next key one by one, and memtables, which have a shorter way. */
    private static InternalIterator mixed(List<List<VersionedRow>> sources, Random random) {
        List<InternalIterator> iterators = new ArrayList<>();
        for (List<VersionedRow> rows : sources) {
            if (random.nextBoolean()) {
                iterators.add(new ListSource(rows));
            } else {
                Memtable memtable = new Memtable();
                rows.forEach(row -> memtable.add(row.sequence(), row.type(), row.key(), row.value()));
                iterators.add(memtable.iterator());
            }
        }
        return MergingIterator.of(iterators);
    }

    private static InternalIterator merged(List<List<VersionedRow>> sources) {
        List<InternalIterator> iterators = new ArrayList<>();
        sources.forEach(rows -> iterators.add(new ListSource(rows)));
        return MergingIterator.of(iterators);
    }

    /** Returns the entries from the current position on, and leaves the iterator at the last of them. */
    private static List<VersionedRow> forwards(InternalIterator iterator, int count) throws IOException {
        List<VersionedRow> rows = new ArrayList<>(List.of(shown(iterator)));
        while (rows.size() < count) {
            iterator.next();
            rows.add(shown(iterator));
        }
        return rows;
    }

    private static List<VersionedRow> backwards(InternalIterator iterator, int count) throws IOException {
        List<VersionedRow> rows = new ArrayList<>(List.of(shown(iterator)));
        while (rows.size() < count) {
            iterator.prev();
            rows.add(shown(iterator));
        }
        return rows;
    }

    /** Returns the current row; null if the iterator is invalid. */
    private static VersionedRow shown(InternalIterator iterator) {
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

    private static VersionedRow row(String key, long sequence) {
        return new VersionedRow(Slice.of(key), sequence, EntryType.PUT, Slice.of(key + sequence));
    }
}
