package io.narrows.storage.iterate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * With random sources, range deletions, moments and bounds, the iterator returns the same as a sorted map of the live keys.
 */
class DbIteratorModelTest {
    private static final int ROUNDS = Integer.getInteger("narrows.iterate.rounds", 400);
    private static final int MOVES = 300;

    private final Random random = RandomRows.seeded(DbIteratorModelTest.class);
    private final RandomRows rows = new RandomRows(random);

    @Test
    void randomMoves_asASortedMap() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            List<VersionedRow> all = rows.rows(1 << random.nextInt(11));
            List<List<RangeTombstone>> deleted =
                    List.of(rows.tombstones(3), rows.tombstones(random.nextInt(3)), List.of());
            Bounds bounds =
                    new Bounds(random.nextBoolean() ? rows.key() : null, random.nextBoolean() ? rows.key() : null);
            long sequence = rows.sequence();
            List<InternalIterator> sources = new ArrayList<>();
            rows.dealt(all, 1 + random.nextInt(6)).forEach(some -> sources.add(new ListSource(some)));
            DbIterator iterator = new DbIterator(
                    MergingIterator.of(sources),
                    deleted.stream().map(RangeTombstones::of).toList(),
                    sequence,
                    bounds,
                    () -> {});

            move(
                    iterator,
                    living(all, deleted, sequence, bounds),
                    "round " + round + ", at " + sequence + ", " + bounds);
        }
    }

    private void move(DbIterator iterator, TreeMap<Slice, Slice> model, String context) throws IOException {
        Map.Entry<Slice, Slice> at = null;
        for (int move = 0; move < MOVES; move++) {
            Slice target = rows.key();
            switch (random.nextInt(at == null ? 4 : 14)) {
                case 0 -> {
                    iterator.seekToFirst();
                    at = model.firstEntry();
                }
                case 1 -> {
                    iterator.seekToLast();
                    at = model.lastEntry();
                }
                case 2 -> {
                    iterator.seek(target);
                    at = model.ceilingEntry(target);
                }
                case 3 -> {
                    iterator.seekForPrev(target);
                    at = model.floorEntry(target);
                }
                case 4, 5, 6, 7, 8 -> {
                    iterator.next();
                    at = model.higherEntry(at.getKey());
                }
                default -> {
                    iterator.prev();
                    at = model.lowerEntry(at.getKey());
                }
            }
            assertThat(iterator.isValid() ? Map.entry(iterator.key(), iterator.value()) : null)
                    .as("%s, move %d", context, move)
                    .isEqualTo(at);
        }
    }

    private static TreeMap<Slice, Slice> living(
            List<VersionedRow> rows, List<List<RangeTombstone>> deleted, long sequence, Bounds bounds) {
        Map<Slice, VersionedRow> youngest = new TreeMap<>();
        for (VersionedRow row : rows) {
            if (row.sequence() <= sequence) {
                youngest.putIfAbsent(row.key(), row); // for each key the newest comes first
            }
        }
        TreeMap<Slice, Slice> living = new TreeMap<>();
        youngest.forEach((key, row) -> {
            boolean hidden = deleted.stream()
                    .flatMap(List::stream)
                    .anyMatch(range -> range.sequence() <= sequence
                            && range.sequence() > row.sequence()
                            && range.begin().compareTo(key) <= 0
                            && key.compareTo(range.end()) < 0);
            if (row.type() == EntryType.PUT && !hidden && !bounds.isBelow(key) && !bounds.isAbove(key)) {
                living.put(key, row.value());
            }
        });
        return living;
    }
}
