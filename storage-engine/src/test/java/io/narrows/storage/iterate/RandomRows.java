package io.narrows.storage.iterate;

import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Generates random rows, keys and range deletions: few keys, many versions of each. */
final class RandomRows {
    static final int MAX_SEQUENCE = 200;

    private final Random random;

    RandomRows(Random random) {
        this.random = random;
    }

    /** Returns a generator with a printed seed. */
    static Random seeded(Class<?> test) {
        return new Random(Seed.of(test));
    }

    /** Sometimes empty; the last letter is the highest byte, which nothing can follow. */
    Slice key() {
        byte[] letters = {'a', 'b', 'c', -1};
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = letters[random.nextInt(letters.length)];
        }
        return Slice.of(key);
    }

    long sequence() {
        return random.nextInt(MAX_SEQUENCE);
    }

    /** Returns sorted puts and deletions, with unique pairs of key and sequence number. */
    List<VersionedRow> rows(int most) {
        TreeSet<VersionedRow> rows = new TreeSet<>(VersionedRow.ORDER);
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            rows.add(row());
        }
        return List.copyOf(rows);
    }

    private VersionedRow row() {
        Slice key = key();
        long sequence = sequence();
        return switch (random.nextInt(5)) {
            case 0 -> new VersionedRow(key, sequence, EntryType.DELETE, Slice.EMPTY);
            case 1 -> new VersionedRow(key, sequence, EntryType.SINGLE_DELETE, Slice.EMPTY);
            default -> new VersionedRow(key, sequence, EntryType.PUT, Slice.of(key + "@" + sequence));
        };
    }

    List<RangeTombstone> tombstones(int most) {
        List<RangeTombstone> tombstones = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            Slice one = key();
            Slice other = key();
            boolean ordered = one.compareTo(other) <= 0;
            tombstones.add(new RangeTombstone(ordered ? one : other, ordered ? other : one, sequence()));
        }
        return tombstones;
    }

    /** Distributes the rows randomly over several sources. */
    List<List<VersionedRow>> dealt(List<VersionedRow> rows, int sources) {
        List<List<VersionedRow>> dealt = new ArrayList<>();
        for (int i = 0; i < sources; i++) {
            dealt.add(new ArrayList<>());
        }
        rows.forEach(row -> dealt.get(random.nextInt(sources)).add(row));
        return dealt;
    }
}
