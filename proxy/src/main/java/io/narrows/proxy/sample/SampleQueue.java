package io.narrows.proxy.sample;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The order in which kinds of traffic are sampled: after a rest of its own, and not while another kind waits that has had its turn
 * longer ago or never. A kind waits for as long as it keeps asking. Times are on the nano clock. Not thread-safe.
 *
 * @param <K> a kind of traffic
 */
final class SampleQueue<K> {
    /** The time after which a kind that has not asked again no longer waits. */
    static final long PATIENCE_NANOS = 5_000_000_000L;

    private final Map<K, Long> begun = new HashMap<>();
    private final Map<K, Long> askedAt = new HashMap<>();

    /** Returns whether a kind that asks may begin its turn, as far as the others are concerned. */
    boolean isNext(K kind, long restNanos, long now) {
        Long last = begun.get(kind);
        if (last != null && now - last < restNanos) {
            return false;
        }
        askedAt.put(kind, now);
        askedAt.values().removeIf(asked -> now - asked >= PATIENCE_NANOS);
        return last == null || askedAt.keySet().stream().noneMatch(other -> isBefore(other, last));
    }

    private boolean isBefore(K other, long last) {
        Long otherLast = begun.get(other);
        return otherLast == null || otherLast - last < 0;
    }

    /** Records that a kind has begun its turn. */
    void begun(K kind, long now) {
        begun.put(kind, now);
        askedAt.remove(kind);
    }

    void forget(Predicate<K> kinds) {
        begun.keySet().removeIf(kinds);
        askedAt.keySet().removeIf(kinds);
    }
}
