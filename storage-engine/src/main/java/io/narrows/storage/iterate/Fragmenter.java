package io.narrows.storage.iterate;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** Cuts range deletions into fragments in one sweep over their ends, from left to right, tracking the open ones. */
final class Fragmenter {
    private final List<RangeTombstone> byBegin;
    private final SequenceSets sets;
    private final List<Slice> begins = new ArrayList<>();
    private final List<Slice> ends = new ArrayList<>();
    private final List<Integer> ofFragments = new ArrayList<>();

    /** The open deletions, ordered by end. */
    private final PriorityQueue<RangeTombstone> open = new PriorityQueue<>(Comparator.comparing(RangeTombstone::end));

    /** Number of open deletions by sequence number. */
    private final Map<Long, Integer> openOf = new HashMap<>();

    /** The set of their sequence numbers. */
    private int set = SequenceSets.EMPTY;

    Fragmenter(Collection<RangeTombstone> tombstones) {
        this.byBegin = tombstones.stream()
                .filter(tombstone -> tombstone.begin().compareTo(tombstone.end()) < 0)
                .sorted(Comparator.comparing(RangeTombstone::begin))
                .toList();
        this.sets = new SequenceSets(byBegin.stream()
                .mapToLong(RangeTombstone::sequence)
                .sorted()
                .distinct()
                .toArray());
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
            if (from != null && set != SequenceSets.EMPTY) {
                add(from, cut);
            }
            // begin before ending: adjacent halves of one deletion then leave the set unchanged
            for (; next < byBegin.size() && byBegin.get(next).begin().equals(cut); next++) {
                begin(byBegin.get(next));
            }
            while (!open.isEmpty() && open.peek().end().equals(cut)) {
                end(open.poll());
            }
            from = cut;
        }
        return new RangeTombstones(
                begins.toArray(Slice[]::new),
                ends.toArray(Slice[]::new),
                ofFragments.stream().mapToInt(Integer::intValue).toArray(),
                sets);
    }

    private void begin(RangeTombstone tombstone) {
        open.add(tombstone);
        if (openOf.merge(tombstone.sequence(), 1, Integer::sum) == 1) {
            set = sets.with(set, tombstone.sequence());
        }
    }

    private void end(RangeTombstone tombstone) {
        if (openOf.merge(tombstone.sequence(), -1, Integer::sum) == 0) {
            set = sets.without(set, tombstone.sequence());
        }
    }

    private void add(Slice from, Slice to) {
        int last = begins.size() - 1;
        if (last >= 0 && ends.get(last).equals(from) && ofFragments.get(last) == set) {
            ends.set(last, to);
            return;
        }
        begins.add(from);
        ends.add(to);
        ofFragments.add(set);
    }
}
