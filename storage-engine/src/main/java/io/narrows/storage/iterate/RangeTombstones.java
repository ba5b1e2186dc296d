package io.narrows.storage.iterate;

import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Range deletions cut at each other's ends into fragments: sorted, disjoint ranges, each with the sequence numbers of all
 * deletions that cover it. This allows binary search. Immutable and thread-safe.
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

    /** The sequence numbers of each fragment, a set in {@link #sets}. */
    private final int[] sequences;

    private final SequenceSets sets;

    RangeTombstones(Slice[] begins, Slice[] ends, int[] sequences, SequenceSets sets) {
        this.begins = begins;
        this.ends = ends;
        this.sequences = sequences;
        this.sets = sets;
    }

    /**
     * Fragments range deletions, which may overlap and be in any order. A deletion whose begin is not before its end has no
     * effect.
     *
     * @param tombstones their bytes are not copied and must not change
     */
    public static RangeTombstones of(Collection<RangeTombstone> tombstones) {
        return tombstones.isEmpty() ? EMPTY : new Fragmenter(tombstones).fragments();
    }

    public boolean isEmpty() {
        return begins.length == 0;
    }

    /**
     * Returns the highest sequence number of a deletion that covers a user key.
     *
     * @param atSequence the highest visible sequence number
     * @return -1 if there is none
     */
    public long covering(Slice key, long atSequence) {
        int fragment = find(key);
        return fragment >= 0 && key.compareTo(ends[fragment]) < 0 ? newest(fragment, atSequence) : -1;
    }

    /**
     * Returns all fragments, ordered by begin key and, for the same range, by descending sequence number. There can be far more fragments
     * than deletions: the square of their number if each overlaps all others.
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
     * Returns the {@link #fragments()} that some reader can distinguish from a newer one of the same range. There are at
     * most as many as ranges times one more than the number of snapshots.
     *
     * @param snapshots the sequence numbers in use by readers, except the latest, ascending
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
     * Returns the deletions clipped to a range.
     *
     * @param begin the first user key, inclusive; null for none
     * @param end the end, exclusive; null for none
     */
    public RangeTombstones within(@Nullable Slice begin, @Nullable Slice end) {
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
        if (begin != null && cutsBegin) {
            newBegins[0] = begin;
        }
        if (end != null && cutsEnd) {
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

    /** Returns the highest sequence number of a fragment that is at most {@code atSequence}; -1 if there is none. */
    long newest(int fragment, long atSequence) {
        return sets.floor(sequences[fragment], atSequence);
    }

    /** Returns the last fragment that begins at or before a user key; -1 if there is none. */
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
