package io.narrows.storage.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MemtableTest {
    private static final Slice A = Slice.of("a");
    private static final Slice B = Slice.of("b");
    private static final Slice C = Slice.of("c");

    private final Memtable memtable = new Memtable();

    @Test
    void empty_hasNothing() throws IOException {
        InternalIterator iterator = memtable.iterator();
        iterator.seekToFirst();
        assertThat(iterator.isValid()).isFalse();
        iterator.seekToLast();
        assertThat(iterator.isValid()).isFalse();
        iterator.seek(A, InternalKey.FIRST_TRAILER);
        assertThat(iterator.isValid()).isFalse();
        iterator.seekForPrev(A, 0);
        assertThat(iterator.isValid()).isFalse();

        assertThat(memtable.isEmpty()).isTrue();
        assertThat(memtable.get(A, InternalKey.MAX_SEQUENCE)).isNull();
        assertThat(memtable.rangeTombstones()).isEmpty();
        assertThat(memtable.smallestSequence()).isEqualTo(InternalKey.MAX_SEQUENCE);
        assertThat(memtable.largestSequence()).isZero();
    }

    @Test
    void get_atEverySequence() {
        memtable.add(3, EntryType.PUT, A, B);
        memtable.add(5, EntryType.DELETE, A, Slice.EMPTY);
        memtable.add(0, EntryType.PUT, A, C);

        assertThat(memtable.get(A, 0)).isEqualTo(new Entry(EntryType.PUT, 0, C));
        assertThat(memtable.get(A, 2)).isEqualTo(new Entry(EntryType.PUT, 0, C));
        assertThat(memtable.get(A, 3)).isEqualTo(new Entry(EntryType.PUT, 3, B));
        assertThat(memtable.get(A, 4)).isEqualTo(new Entry(EntryType.PUT, 3, B));
        assertThat(memtable.get(A, InternalKey.MAX_SEQUENCE)).isEqualTo(new Entry(EntryType.DELETE, 5, Slice.EMPTY));
        assertThat(memtable.get(B, InternalKey.MAX_SEQUENCE)).isNull();
    }

    @Test
    void get_keyAbsentBehindAllVersions() {
        memtable.add(3, EntryType.PUT, A, B);

        assertThat(memtable.get(A, 2)).isNull();
        assertThat(memtable.get(Slice.EMPTY, 9)).isNull();
    }

    @Test
    void get_keysThatDifferInTrailingZeros() {
        for (int length = 0; length < 20; length++) {
            memtable.add(length, EntryType.PUT, Slice.of(new byte[length]), Slice.of("of " + length));
        }

        for (int length = 0; length < 20; length++) {
            assertThat(memtable.get(Slice.of(new byte[length]), 99).value()).isEqualTo(Slice.of("of " + length));
        }
    }

    @Test
    void get_largestKeysOfAnyLength() {
        for (int length = 0; length < 20; length++) {
            memtable.add(length, EntryType.PUT, ones(length), Slice.of("of " + length));
        }

        for (int length = 0; length < 20; length++) {
            assertThat(memtable.get(ones(length), 99).value()).isEqualTo(Slice.of("of " + length));
        }
        assertThat(memtable.get(ones(20), 99)).isNull();
    }

    @Test
    void add_partsOfArrays_whichChangeLater() {
        byte[] array = {0, 1, 2, 3};
        memtable.add(1, EntryType.PUT, new Slice(array, 1, 1), new Slice(array, 2, 2));

        array[2] = 9;

        assertThat(memtable.get(Slice.of(new byte[] {1}), 1).value()).isEqualTo(Slice.of(new byte[] {2, 3}));
    }

    @Test
    void add_sameKeyAndSequenceAgain() {
        memtable.add(1, EntryType.PUT, A, B);

        assertThatThrownBy(() -> memtable.add(1, EntryType.PUT, A, C))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key 61 already exists with sequence number 1, PUT");
        assertThat(memtable.entries()).isOne();
    }

    @Test
    void add_whatIsNoPointEntry() {
        assertThatThrownBy(() -> memtable.add(1, EntryType.RANGE_DELETE, A, B))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> memtable.add(InternalKey.MAX_SEQUENCE + 1, EntryType.PUT, A, B))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(memtable.isEmpty()).isTrue();
    }

    @Test
    void iterator_boundsInBothDirections() throws IOException {
        memtable.add(4, EntryType.PUT, A, A);
        memtable.add(9, EntryType.PUT, C, C);
        memtable.add(7, EntryType.PUT, C, B);
        InternalIterator iterator = memtable.iterator();

        iterator.seek(Slice.EMPTY, 0);
        assertThat(Row.at(iterator)).isEqualTo(Row.of(4, EntryType.PUT, A, A));
        iterator.prev();
        assertThat(iterator.isValid()).isFalse();
        iterator.seekForPrev(ones(3), 0);
        assertThat(Row.at(iterator)).isEqualTo(Row.of(7, EntryType.PUT, C, B));
        iterator.next();
        assertThat(iterator.isValid()).isFalse();
        iterator.seek(C, InternalKey.trailer(8, EntryType.PUT));
        assertThat(Row.at(iterator)).isEqualTo(Row.of(7, EntryType.PUT, C, B));
        iterator.seekForPrev(C, InternalKey.trailer(8, EntryType.PUT));
        assertThat(Row.at(iterator)).isEqualTo(Row.of(9, EntryType.PUT, C, C));
        iterator.seekForPrev(C, InternalKey.trailer(9, EntryType.PUT));
        assertThat(Row.at(iterator)).isEqualTo(Row.of(9, EntryType.PUT, C, C));
        iterator.seekForPrev(B, 0);
        assertThat(Row.at(iterator)).isEqualTo(Row.of(4, EntryType.PUT, A, A));
    }

    @Test
    void iterator_standsNowhere() {
        memtable.add(4, EntryType.PUT, A, A);
        InternalIterator iterator = memtable.iterator();

        assertThatThrownBy(iterator::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(iterator::prev).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(iterator::userKey).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(iterator::trailer).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(iterator::value).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void iterator_standsStill_whileItsKeysAreLearnt() throws IOException {
        memtable.add(1, EntryType.PUT, number(5000), A);
        InternalIterator iterator = memtable.iterator();
        iterator.seekToFirst();
        Slice key = iterator.userKey();
        InternalIterator backwards = memtable.iterator();
        backwards.seekToFirst();

        for (int i = 0; i < 3000; i++) {
            memtable.add(2 + i, EntryType.PUT, number(i < 1500 ? 3500 + i : 3501 + i), B);
        }

        assertThat(iterator.userKey()).isEqualTo(key).isEqualTo(number(5000));
        assertThat(iterator.value()).isEqualTo(A);
        iterator.next();
        assertThat(iterator.userKey()).isEqualTo(number(5001));
        backwards.prev();
        assertThat(backwards.userKey()).isEqualTo(number(4999));
    }

    @Test
    void keysUnlikeTheFirstOnes_areInOrder() throws IOException {
        List<Slice> keys = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            keys.add(number(i));
        }
        for (String other : List.of("", "u", "use", "usea", "userz", "t", "v", "user", "user~~~~~~~~~~~~")) {
            keys.add(Slice.of(other));
        }
        long sequence = 0;

        for (Slice key : keys) {
            memtable.add(++sequence, EntryType.PUT, key, key);
        }

        Collections.sort(keys);
        assertThat(Row.all(memtable.iterator())).extracting(Row::key).isEqualTo(keys);
        for (Slice key : keys) {
            assertThat(memtable.get(key, sequence).value()).isEqualTo(key);
        }
    }

    @Test
    void deleteRange_isListed_andNoEntry() {
        memtable.deleteRange(7, A, C);
        List<RangeTombstone> before = memtable.rangeTombstones();

        memtable.deleteRange(8, B, C);

        assertThat(before).containsExactly(new RangeTombstone(A, C, 7));
        assertThat(memtable.rangeTombstones())
                .containsExactly(new RangeTombstone(A, C, 7), new RangeTombstone(B, C, 8))
                .isSameAs(memtable.rangeTombstones());
        assertThatThrownBy(() -> memtable.rangeTombstones().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(memtable.get(B, 9)).isNull();
        assertThat(memtable.isEmpty()).isFalse();
        assertThat(memtable.entries()).isEqualTo(2);
    }

    @Test
    void deleteRange_nothingWithin() {
        memtable.deleteRange(7, A, A);
        memtable.deleteRange(7, B, A);

        assertThat(memtable.rangeTombstones()).isEmpty();
        assertThat(memtable.isEmpty()).isTrue();
    }

    @Test
    void deleteRange_manyOfThem() {
        for (int i = 0; i < 100; i++) {
            memtable.deleteRange(i, number(i), number(i + 1));
        }

        assertThat(memtable.rangeTombstones()).hasSize(100);
        assertThat(memtable.rangeTombstones().get(99)).isEqualTo(new RangeTombstone(number(99), number(100), 99));
    }

    @Test
    void sequences_ofEntriesAndRangeDeletes() {
        memtable.add(10, EntryType.PUT, A, A);
        memtable.deleteRange(12, A, B);
        memtable.deleteRange(4, A, B);
        memtable.add(7, EntryType.DELETE, A, Slice.EMPTY);

        assertThat(memtable.smallestSequence()).isEqualTo(4);
        assertThat(memtable.largestSequence()).isEqualTo(12);
    }

    @Test
    void nextKey_isOneStepFromEachOfManyVersions() {
        memtable.add(1, EntryType.PUT, A, Slice.EMPTY);
        memtable.add(2, EntryType.PUT, C, Slice.EMPTY);
        for (int sequence = 3;
                sequence < 3000;
                sequence++) { // so many that the keys' common prefix is learnt on the way
            memtable.add(sequence, EntryType.PUT, B, Slice.EMPTY);
        }

        SkipList list = memtable.list();
        int c = list.ceiling(C, InternalKey.FIRST_TRAILER);
        for (int node = list.ceiling(B, InternalKey.FIRST_TRAILER); node != c; node = list.next(node)) {
            assertThat(list.nextKey(node)).isEqualTo(c);
        }
        assertThat(list.nextKey(list.first())).isEqualTo(list.next(list.first()));
        assertThat(list.nextKey(c)).isEqualTo(Nodes.NONE);
    }

    @Test
    void nextKey_entriesAddedInAnyOrder() throws IOException {
        for (int sequence : new int[] {5, 9, 3, 7, 1}) {
            memtable.add(sequence, EntryType.PUT, A, Slice.EMPTY);
        }
        memtable.add(2, EntryType.PUT, B, Slice.EMPTY);
        InternalIterator iterator = memtable.iterator();

        for (int sequence : new int[] {9, 7, 5, 3, 1}) {
            iterator.seek(A, InternalKey.trailer(sequence, EntryType.PUT));
            iterator.nextKey(A);

            assertThat(iterator.userKey()).isEqualTo(B);
        }
        iterator.nextKey(B);
        assertThat(iterator.isValid()).isFalse();
    }

    @Test
    void memoryBytes_areThoseAllocated() {
        List<Slice> keys = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            keys.add(number(i * 7919 % 30_000));
        }
        Slice value = Slice.of(new byte[100]);
        Slice large = Slice.of(new byte[1 << 20]);
        fill(new Memtable(), keys.subList(0, 1), value, large); // loads the classes, whose bytes would count
        long before = allocated();

        Memtable filled = new Memtable();
        fill(filled, keys, value, large);
        long allocated = allocated() - before;

        assertThat(filled.memoryBytes()).isCloseTo(allocated, Percentage.withPercentage(5));
    }

    private static void fill(Memtable filled, List<Slice> keys, Slice value, Slice large) {
        for (int i = 0; i < keys.size(); i++) {
            filled.add(i, EntryType.PUT, keys.get(i), value);
            if (i % 3000 == 0) {
                filled.add(i, EntryType.DELETE, keys.get(i), large);
                filled.deleteRange(i, Slice.EMPTY, large);
            }
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static Slice ones(int length) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) 0xff);
        return Slice.of(key);
    }

    private static Slice number(int number) {
        return Slice.of(String.format(Locale.ROOT, "user%012d", number));
    }
}
