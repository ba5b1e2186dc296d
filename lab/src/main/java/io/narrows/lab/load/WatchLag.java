package io.narrows.lab.load;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Measures the lag of a watch behind the writers by matching events and acknowledgments by revision, in either order.
 * Thread-safe.
 */
final class WatchLag {
    private static final long SEEN_FIRST = Long.MIN_VALUE;
    private static final int DIGITS = 3;

    private final ConcurrentMap<Long, Long> waiting = new ConcurrentHashMap<>();
    private final ConcurrentHistogram nanos = new ConcurrentHistogram(DIGITS);

    /** Records the acknowledgment of a write. */
    void acknowledged(long revision, long at) {
        Long event = waiting.putIfAbsent(revision, at);
        if (event != null) {
            waiting.remove(revision);
            nanos.recordValue(0);
        }
    }

    /** Records the event of a revision. */
    void seen(long revision, long at) {
        Long acknowledged = waiting.putIfAbsent(revision, SEEN_FIRST);
        if (acknowledged != null && acknowledged != SEEN_FIRST) {
            waiting.remove(revision);
            nanos.recordValue(Math.max(0, at - acknowledged));
        }
    }

    /** Returns the number of acknowledged writes without an event so far. */
    long missing() {
        return waiting.values().stream().filter(at -> at != SEEN_FIRST).count();
    }

    /** Adds the lags measured so far. */
    void addTo(Histogram sum) {
        sum.add(nanos);
    }
}
