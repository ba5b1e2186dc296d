package io.narrows.storage.iterate;

import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Range deletions, cut at each other's ends into fragments: ranges in order that do not overlap, each with the sequence
 * numbers of all deletions over it. A search is then a binary one. Immutable; safe for use by many threads.
 *
 * <pre>
 *   9        [-------------)            a-c: 5
 *   5   [---------)            becomes  c-e: 9, 5
 *       a    c    e        h            e-h: 9
 * </pre>
 */
public final class RangeTombstones {
    public static final RangeTombstones EMPTY =
            new RangeTombstones(new Slice[0], new Slice[0], new int[0], new SequenceSets(new long[0]));

    private final Slice[] begins;
    private final Slice[] ends;

    /** Of each fragment its sequence numbers, among {@link #sets}. */
    private final int[] sequences;

    private final SequenceSets sets;

    RangeTombstones(Slice[] begins, Slice[] ends, int[] sequences, SequenceSets sets) {
        this.begins = begins;
        this.ends = ends;
        this.sequences = sequences;
        this.sets = sets;
    }

    /**
     * Range deletions in any order, which may overlap. One whose begin is not before its end deletes nothing.
     *
     * @param tombstones their bytes are not copied and must stay as they are
     */
    public static RangeTombstones of(Collection<RangeTombstone> tombstones) {
        return tombstones.isEmpty() ? EMPTY : new Fragmenter(tombstones).fragments();
    }

    public boolean isEmpty() {
        return begins.length == 0;
    }

    /**
     * The largest sequence number of a deletion that covers a user key.
     *
     * @param atSequence the largest that counts
     * @return -1 when there is none
     */
    public long covering(Slice key, long atSequence) {
        int fragment = find(key);
        return fragment >= 0 && key.compareTo(ends[fragment]) < 0 ? newest(fragment, atSequence) : -1;
    }

    /**
     * All of them, in order of begin; of one begin, which have one end too, the youngest first. They can be many more than the
     * deletions that they come from: the square of their number where each overlaps all others.
     */
    public List<RangeTombstone> fragments() {
        List<RangeTombstone> fragments = new ArrayList<>();
        for (int i = 0; i < begins.length; i++) {
            Slice begin = begins[i];
            Slice end = ends[i];
            sets.forEach(sequences[i], sequence -> fragments.add(new RangeTombstone(begin, end, sequence)));
        }
        return fragments;
    }

    /**
     * Those of {@link #fragments()} that somebody can tell from a younger one of the same range. They are as many as there are
     * ranges, times snapshots plus one, at most.
     *
     * @param snapshots the sequence numbers that are read at, but for the present, rising
     */
    public List<RangeTombstone> fragments(long[] snapshots) {
        List<RangeTombstone> fragments = new ArrayList<>();
        for (int i = 0; i < begins.length; i++) {
            long last = newest(i, InternalKey.MAX_SEQUENCE);
            fragments.add(new RangeTombstone(begins[i], ends[i], last));
            for (int at = snapshots.length - 1; at >= 0; at--) {
                long sequence = newest(i, snapshots[at]);
                if (sequence >= 0 && sequence != last) {
                    fragments.add(new RangeTombstone(begins[i], ends[i], sequence));
                    last = sequence;
                }
            }
        }
        return fragments;
    }

    /**
     * What of them is within a range.
     *
     * @param begin the first user key; null for none
     * @param end the first user key behind it; null for none
     */
    public RangeTombstones within(Slice begin, Slice end) {
        int from = begin == null ? 0 : firstEndingBehind(begin);
        int to = end == null ? begins.length : firstBeginningAt(end);
        boolean empty = begin != null && end != null && begin.compareTo(end) >= 0;
        if (empty || from >= to) {
            return EMPTY;
        }
        boolean cutsBegin = begin != null && begin.compareTo(begins[from]) > 0;
        boolean cutsEnd = end != null && end.compareTo(ends[to - 1]) < 0;
        if (from == 0 && to == begins.length && !cutsBegin && !cutsEnd) {
            return this;
        }
        Slice[] newBegins = Arrays.copyOfRange(begins, from, to);
        Slice[] newEnds = Arrays.copyOfRange(ends, from, to);
        if (cutsBegin) {
            newBegins[0] = begin;
        }
        if (cutsEnd) {
            newEnds[newEnds.length - 1] = end;
        }
        return new RangeTombstones(newBegins, newEnds, Arrays.copyOfRange(sequences, from, to), sets);
    }

    int count() {
        return begins.length;
    }

    Slice begin(int fragment) {
        return begins[fragment];
    }

    Slice end(int fragment) {
        return ends[fragment];
    }

    /** The largest sequence number of a fragment that is not above another one; -1 when there is none. */
    long newest(int fragment, long atSequence) {
        return sets.floor(sequences[fragment], atSequence);
    }

    /** The last fragment that does not begin behind a user key; -1 when all do. */
    int find(Slice key) {
        int low = 0;
        int high = begins.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (begins[middle].compareTo(key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private int firstEndingBehind(Slice key) {
        int fragment = find(key);
        return fragment >= 0 && key.compareTo(ends[fragment]) < 0 ? fragment : fragment + 1;
    }

    private int firstBeginningAt(Slice key) {
        int fragment = find(key);
        return fragment >= 0 && begins[fragment].equals(key) ? fragment : fragment + 1;
    }
}
