package io.narrows.storage.iterate;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Goes once over the ends of range deletions, from left to right, with those that are open at each. */
final class Fragmenter {
    private final List<RangeTombstone> byBegin;
    private final List<Slice> begins = new ArrayList<>();
    private final List<Slice> ends = new ArrayList<>();
    private final List<long[]> sequences = new ArrayList<>();

    /** By sequence number, the youngest first: where it ends. */
    private final TreeMap<Long, Slice> open = new TreeMap<>(Comparator.reverseOrder());

    Fragmenter(Collection<RangeTombstone> tombstones) {
        this.byBegin = tombstones.stream()
                .filter(tombstone -> tombstone.begin().compareTo(tombstone.end()) < 0)
                .sorted(Comparator.comparing(RangeTombstone::begin))
                .toList();
    }

    RangeTombstones fragments() {
        TreeSet<Slice> cuts = new TreeSet<>();
        for (RangeTombstone tombstone : byBegin) {
            cuts.add(tombstone.begin());
            cuts.add(tombstone.end());
        }
        Slice from = null;
        int next = 0;
        for (Slice cut : cuts) {
            if (!open.isEmpty()) {
                add(from, cut);
            }
            open.values().removeIf(end -> end.compareTo(cut) <= 0);
            for (; next < byBegin.size() && byBegin.get(next).begin().equals(cut); next++) {
                open.merge(byBegin.get(next).sequence(), byBegin.get(next).end(), Fragmenter::later);
            }
            from = cut;
        }
        return new RangeTombstones(
                begins.toArray(Slice[]::new), ends.toArray(Slice[]::new), sequences.toArray(long[][]::new));
    }

    private void add(Slice from, Slice to) {
        long[] falling = open.keySet().stream().mapToLong(Long::longValue).toArray();
        int last = begins.size() - 1;
        if (last >= 0 && ends.get(last).equals(from) && Arrays.equals(sequences.get(last), falling)) {
            ends.set(last, to); // halves of one, as two files have them
            return;
        }
        begins.add(from);
        ends.add(to);
        sequences.add(falling);
    }

    private static Slice later(Slice one, Slice other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
