package io.narrows.storage.iterate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RangeTombstonesTest {
    private static final int ROUNDS = 300;

    /** With one list per fragment, the fragments would take 40 GB. */
    private static final int MANY = 100_000;

    @Test
    void fragments_areCutAtEachOthersEnds() {
        RangeTombstones tombstones = RangeTombstones.of(List.of(range("c", "h", 9), range("a", "e", 5)));

        assertThat(tombstones.fragments())
                .containsExactly(range("a", "c", 5), range("c", "e", 9), range("c", "e", 5), range("e", "h", 9));
    }

    @Test
    void neighboursThatSayTheSame_areOne() {
        RangeTombstones tombstones =
                RangeTombstones.of(List.of(range("a", "c", 5), range("c", "e", 5), range("b", "d", 5)));

        assertThat(tombstones.fragments()).containsExactly(range("a", "e", 5));
    }

    @Test
    void rangeOfNoKeys_isLeftOut() {
        assertThat(RangeTombstones.of(List.of(range("b", "b", 5), range("c", "b", 5)))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void within_cutsAtBothEnds() {
        RangeTombstones tombstones = RangeTombstones.of(List.of(range("a", "e", 5), range("c", "h", 9)));

        assertThat(tombstones.within(Slice.of("b"), Slice.of("d")).fragments())
                .containsExactly(range("b", "c", 5), range("c", "d", 9), range("c", "d", 5));
        assertThat(tombstones.within(Slice.of("d"), Slice.of("b")).isEmpty()).isTrue();
        assertThat(tombstones.within(Slice.of("h"), null).isEmpty()).isTrue();
        assertThat(tombstones.within(null, Slice.of("a")).isEmpty()).isTrue();
        assertThat(tombstones.within(Slice.of("a"), Slice.of("h"))).isSameAs(tombstones);
    }

    @Test
    void covering_randomRanges_asAllOfThemTogether() {
        Random random = RandomRows.seeded(RangeTombstonesTest.class);
        RandomRows rows = new RandomRows(random);
        for (int round = 0; round < ROUNDS; round++) {
            List<RangeTombstone> ranges = rows.tombstones(12);
            Slice begin = random.nextBoolean() ? rows.key() : null;
            Slice end = random.nextBoolean() ? rows.key() : null;
            RangeTombstones tombstones = RangeTombstones.of(ranges);
            RangeTombstones within = tombstones.within(begin, end);
            Bounds bounds = new Bounds(begin, end);
            for (int i = 0; i < 100; i++) {
                Slice key = rows.key();
                long sequence = rows.sequence();
                long expected = covering(ranges, key, sequence);

                assertThat(tombstones.covering(key, sequence))
                        .as("round %d: %s at %d of %s", round, key, sequence, ranges)
                        .isEqualTo(expected);
                assertThat(within.covering(key, sequence))
                        .as("round %d: %s at %d of %s within %s", round, key, sequence, ranges, bounds)
                        .isEqualTo(bounds.isBelow(key) || bounds.isAbove(key) ? -1 : expected);
                assertThat(covering(tombstones.fragments(), key, sequence)).isEqualTo(expected);
            }
        }
    }

    @Test
    void fragments_randomRanges_areDisjointOrTheSameAndInOrder() {
        RandomRows rows = new RandomRows(RandomRows.seeded(RangeTombstonesTest.class));
        for (int round = 0; round < ROUNDS; round++) {
            List<RangeTombstone> fragments =
                    RangeTombstones.of(rows.tombstones(12)).fragments();

            for (int i = 1; i < fragments.size(); i++) {
                RangeTombstone one = fragments.get(i - 1);
                RangeTombstone next = fragments.get(i);
                boolean same = one.begin().equals(next.begin())
                        && one.end().equals(next.end())
                        && one.sequence() > next.sequence();
                assertThat(same || one.end().compareTo(next.begin()) <= 0)
                        .as("%s, then %s", one, next)
                        .isTrue();
            }
        }
    }

    @Test
    void fragmentsOfSnapshots_areThoseThatAreSeenAtOne() {
        Random random = RandomRows.seeded(RangeTombstonesTest.class);
        RandomRows rows = new RandomRows(random);
        for (int round = 0; round < ROUNDS; round++) {
            RangeTombstones tombstones = RangeTombstones.of(rows.tombstones(12));
            long[] snapshots = random.longs(random.nextInt(4), 0, RandomRows.MAX_SEQUENCE)
                    .sorted()
                    .toArray();
            LongStream moments = LongStream.concat(LongStream.of(InternalKey.MAX_SEQUENCE), LongStream.of(snapshots));
            Set<RangeTombstone> seen = new HashSet<>();
            moments.forEach(moment -> tombstones.fragments().stream()
                    .filter(range -> tombstones.covering(range.begin(), moment) == range.sequence())
                    .forEach(seen::add));

            assertThat(tombstones.fragments(snapshots))
                    .as("round %d, snapshots %s", round, Arrays.toString(snapshots))
                    .isSubsetOf(tombstones.fragments())
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(seen);
        }
    }

    /** Like the truncation of a log: each one deletes from the start, and all cover the first key. */
    @Test
    void manyDeletionsOverOneKey_takeLittleMemory() {
        List<RangeTombstone> ranges = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ranges.add(range("a", "b%06d".formatted(i), i));
        }
        RangeTombstones tombstones = RangeTombstones.of(ranges);

        assertThat(tombstones.covering(Slice.of("a"), 70_000)).isEqualTo(70_000);
        assertThat(tombstones.covering(Slice.of("b090000"), 70_000)).isEqualTo(-1);
        assertThat(tombstones.fragments(new long[] {5})).hasSize(MANY + 6);
    }

    @Test
    void cursor_randomKeys_asEachSourceAlone() {
        Random random = RandomRows.seeded(RangeTombstonesTest.class);
        RandomRows rows = new RandomRows(random);
        for (int round = 0; round < ROUNDS; round++) {
            List<RangeTombstones> sources = List.of(
                    RangeTombstones.of(rows.tombstones(4)),
                    RangeTombstones.EMPTY,
                    RangeTombstones.of(rows.tombstones(4)));
            long sequence = rows.sequence();
            TombstoneCursor cursor = new TombstoneCursor(sources, sequence);
            for (int i = 0; i < 100; i++) {
                Slice key = rows.key();

                assertThat(cursor.covering(key))
                        .as("round %d: %s at %d", round, key, sequence)
                        .isEqualTo(sources.stream()
                                .mapToLong(source -> source.covering(key, sequence))
                                .max()
                                .orElseThrow());
            }
        }
    }

    private static long covering(List<RangeTombstone> ranges, Slice key, long atSequence) {
        return ranges.stream()
                .filter(range -> range.sequence() <= atSequence)
                .filter(range -> key.compareTo(range.begin()) >= 0 && key.compareTo(range.end()) < 0)
                .mapToLong(RangeTombstone::sequence)
                .max()
                .orElse(-1);
    }

    private static RangeTombstone range(String begin, String end, long sequence) {
        return new RangeTombstone(Slice.of(begin), Slice.of(end), sequence);
    }
}
