package io.narrows.tests.soak;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The times of faults, and the connection failures that they excuse. Thread-safe. */
final class FaultLog {
    /** Time after its end in which a fault may still have effects, for instance because the processors were busy. */
    private static final long AFTERMATH_NANOS = 4_000_000_000L;

    private static final class Interval {
        private final Fault.Kind kind;
        private final long from = System.nanoTime();
        private volatile boolean over;
        private volatile long to;

        Interval(Fault.Kind kind) {
            this.kind = kind;
        }

        boolean touches(long start, long end) {
            return end - from >= 0 && (!over || to + AFTERMATH_NANOS - start >= 0);
        }
    }

    private final List<Interval> intervals = new CopyOnWriteArrayList<>();

    /** Records the start of a fault; the returned action records its end. */
    Runnable begin(Fault.Kind kind) {
        Interval interval = new Interval(kind);
        intervals.add(interval);
        return () -> {
            interval.to = System.nanoTime();
            interval.over = true;
        };
    }

    /**
     * Returns whether a connection may have been reset.
     *
     * @param start of the connection, in nanoTime
     * @param answered whether it had received data from its other end
     */
    boolean excuses(long start, boolean answered) {
        long end = System.nanoTime();
        return intervals.stream()
                .filter(interval -> interval.touches(start, end))
                .anyMatch(interval -> interval.kind.harm() == Fault.Harm.ALL
                        || interval.kind.harm() == Fault.Harm.OPENING && !answered);
    }

    /** Returns the number of faults of each kind. */
    Map<Fault.Kind, Integer> counts() {
        Map<Fault.Kind, Integer> counts = new TreeMap<>();
        intervals.forEach(interval -> counts.merge(interval.kind, 1, Integer::sum));
        return counts;
    }
}
