package io.narrows.cli.load;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How far a watch is behind the writers: events and acknowledgements meet here by revision, in either order. For any thread. */
final class WatchLag {
    private static final long SEEN_FIRST = Long.MIN_VALUE;
    private static final int DIGITS = 3;

    private final ConcurrentMap<Long, Long> waiting = new ConcurrentHashMap<>();
    private final ConcurrentHistogram nanos = new ConcurrentHistogram(DIGITS);

    /** A write of that revision was acknowledged at that moment. */
    void acknowledged(long revision, long at) {
        Long event = waiting.putIfAbsent(revision, at);
        if (event != null) {
            waiting.remove(revision);
            nanos.recordValue(0);
        }
    }

    /** The event of that revision came at that moment. */
    void seen(long revision, long at) {
        Long acknowledged = waiting.putIfAbsent(revision, SEEN_FIRST);
        if (acknowledged != null && acknowledged != SEEN_FIRST) {
            waiting.remove(revision);
            nanos.recordValue(Math.max(0, at - acknowledged));
        }
    }

    /** Acknowledged writes without an event so far. */
    long missing() {
        return waiting.values().stream().filter(at -> at != SEEN_FIRST).count();
    }

    /** Adds what was measured so far. */
    void addTo(Histogram sum) {
        sum.add(nanos);
    }
}
