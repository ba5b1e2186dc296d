package io.narrows.storage.iterate;

import io.narrows.storage.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest range deletion that covers a key, over many sources. The result is cached while keys stay between
 * the same range ends, as they usually do in a scan. Not thread-safe.
 */
final class TombstoneCursor {
    private final RangeTombstones[] sources;
    private final long atSequence;

    /** Range of keys where the answer holds; null for an open end. */
    private @Nullable Slice from;

    private @Nullable Slice to;
    private long answer;
    private boolean answered;

    /** @param atSequence the highest visible sequence number */
    TombstoneCursor(List<RangeTombstones> sources, long atSequence) {
        this.sources = sources.stream().filter(source -> !source.isEmpty()).toArray(RangeTombstones[]::new);
        this.atSequence = atSequence;
    }

    /** Returns the highest visible sequence number of a deletion that covers a user key, -1 if there is none. */
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

    private void narrow(@Nullable Slice begin, @Nullable Slice end) {
        if (begin != null && (from == null || begin.compareTo(from) > 0)) {
            from = begin;
        }
        if (end != null && (to == null || end.compareTo(to) < 0)) {
            to = end;
        }
    }
}
