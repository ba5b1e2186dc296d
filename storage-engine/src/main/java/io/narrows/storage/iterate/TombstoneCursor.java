package io.narrows.storage.iterate;

import io.narrows.storage.Slice;
import java.util.List;

/**
 * The youngest range deletion over a key, of many sources together. The answer is kept for as long as the keys stay
 * between ends of ranges, as those of a scan mostly do. For one thread.
 */
final class TombstoneCursor {
    private final RangeTombstones[] sources;
    private final long atSequence;

    /** Where the answer holds; null for no end. */
    private Slice from;

    private Slice to;
    private long answer;
    private boolean answered;

    /** @param atSequence the largest sequence number that counts */
    TombstoneCursor(List<RangeTombstones> sources, long atSequence) {
        this.sources = sources.stream().filter(source -> !source.isEmpty()).toArray(RangeTombstones[]::new);
        this.atSequence = atSequence;
    }

    /** The largest sequence number of a deletion that covers a user key, -1 when there is none. */
    long covering(Slice key) {
        if (sources.length == 0) {
            return -1;
        }
        boolean holds = answered && (from == null || key.compareTo(from) >= 0) && (to == null || key.compareTo(to) < 0);
        if (!holds) {
            look(key);
        }
        return answer;
    }

    private void look(Slice key) {
        from = null;
        to = null;
        answer = -1;
        for (RangeTombstones source : sources) {
            int fragment = source.find(key);
            if (fragment >= 0 && key.compareTo(source.end(fragment)) < 0) {
                narrow(source.begin(fragment), source.end(fragment));
                answer = Math.max(answer, source.newest(fragment, atSequence));
            } else {
                narrow(
                        fragment < 0 ? null : source.end(fragment),
                        fragment + 1 < source.count() ? source.begin(fragment + 1) : null);
            }
        }
        answered = true;
    }

    private void narrow(Slice begin, Slice end) {
        if (begin != null && (from == null || begin.compareTo(from) > 0)) {
            from = begin;
        }
        if (end != null && (to == null || end.compareTo(to) < 0)) {
            to = end;
        }
    }
}
